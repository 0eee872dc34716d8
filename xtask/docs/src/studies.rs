//! The page of studies, from their registry.

use std::fmt::Write;
use urto_file::rows;
use urto_study::{ALL, Paper};

/// Every study and what it shows, paper by paper.
pub fn page(made: &str) -> String {
    let mut page = format!(
        "{made}\n\n# Studies\n\nThe papers' experiments, each made again by one command:\n\n\
         ```\nurto study                                  all of them\n\
         urto study table-1.3                        a table\n\
         urto study error-trend --plot trend.svg     a figure (.svg or .png)\n\
         urto study impact-wall -p stiffness=1e7 -p scheme=rk4 --json\n\
         urto study impact-wall --params             what can be set\n```\n\n\
         Without `-p` a study has the paper's own numbers. `--json` gives every number in full, \
         and the parameters that gave it.\n"
    );
    for paper in Paper::ALL {
        let _ = write!(
            page,
            "\n## {}\n\n| study | shows |\n|---|---|\n",
            paper.title()
        );
        for study in ALL.iter().filter(|study| study.paper == paper) {
            let shows = rows::plain(study.shows).replace('|', "\\|");
            let _ = writeln!(page, "| `{}` | {shows} |", study.key);
        }
    }
    page
}
