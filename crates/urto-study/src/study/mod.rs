//! The experiments there are. A new one is a file here, a `mod` line and a line in [`ALL`].

mod active_modes;
mod adhesion_map;
mod attack;
mod beam_chaos;
mod bowed_string;
mod case;
mod centroid;
mod contact_examples;
mod contact_filtering;
mod contact_time;
mod cube;
mod error_trend;
mod force_compression;
mod friction_steady;
mod friction_step;
mod hamiltonian;
mod hardness_map;
mod harmonic_distortion;
mod helmholtz_map;
mod impact_sequence;
mod impact_step;
mod impact_wall;
mod modal_discretisation;
mod mug_poses;
mod newmark;
mod phase_portrait;
mod pitch_glide;
mod presliding;
mod realtime_capacity;
mod redistribution;
mod resting_slab;
mod staggered_projections;
mod stick_slip;
mod subharmonics;
mod table_1_1;
mod table_1_2;
mod table_1_3;
mod table_1_4;
mod table_1_5;

use crate::{Report, StudyError, Watch};
use urto::param::{Declared, Params, Table};

/// Where an experiment comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Papetti's thesis, chapter 1 and appendix A.
    Thesis,
    /// Avanzini and Rocchesso on contact time and spectral centroid.
    Impacts,
    /// Avanzini, Serafin and Rocchesso on elasto-plastic friction.
    Friction,
    /// Villeneuve and Leonard on mass-interaction in space.
    Masses,
    /// Zheng and James on contact of flexible bodies.
    Contact,
}

impl Paper {
    /// All papers, in the order of the list.
    pub const ALL: [Paper; 5] = [
        Paper::Thesis,
        Paper::Impacts,
        Paper::Friction,
        Paper::Masses,
        Paper::Contact,
    ];

    /// Short name, as `--json` gives it.
    pub fn key(self) -> &'static str {
        match self {
            Paper::Thesis => "papetti-2010",
            Paper::Impacts => "avanzini-rocchesso-2004",
            Paper::Friction => "avanzini-serafin-rocchesso-2002",
            Paper::Masses => "villeneuve-leonard-2019",
            Paper::Contact => "zheng-james-2011",
        }
    }

    /// Authors, title, year.
    pub fn title(self) -> &'static str {
        match self {
            Paper::Thesis => {
                "S. Papetti, Sound modeling issues in interactive sonification, PhD thesis, 2010"
            }
            Paper::Impacts => {
                "F. Avanzini, D. Rocchesso, Physical modeling of impacts: theory and experiments \
                 on contact time and spectral centroid, 2004"
            }
            Paper::Friction => {
                "F. Avanzini, S. Serafin, D. Rocchesso, Modeling interactions between rubbed dry \
                 surfaces using an elasto-plastic friction model, 2002"
            }
            Paper::Masses => {
                "J. Villeneuve, J. Leonard, Mass-interaction physical models for sound and \
                 multi-sensory creation: starting anew, 2019"
            }
            Paper::Contact => {
                "C. Zheng, D. L. James, Toward high-quality modal contact sound, 2011"
            }
        }
    }
}

/// Parameters that are an experiment: they can be run.
pub trait Experiment: Declared {
    /// What it is, in a few words.
    const TITLE: &'static str;
    /// Where it comes from.
    const PAPER: Paper;
    /// Which table or figure it makes again, and what one sees there; a sentence.
    const SHOWS: &'static str;

    /// Does it.
    fn run(&self) -> Result<Report, StudyError>;

    /// Does it, and tells meanwhile how far it is: for those that take seconds.
    fn run_watched(&self, _watch: Watch) -> Result<Report, StudyError> {
        self.run()
    }

    /// Makes it small enough for a test, without losing what it shows.
    fn reduce(&mut self) {}
}

/// An experiment of the registry.
#[derive(Clone, Copy)]
pub struct Study {
    /// Its name.
    pub key: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// Where it comes from.
    pub paper: Paper,
    /// Which table or figure it makes again, and what one sees there.
    pub shows: &'static str,
    /// What can be set.
    pub table: fn() -> &'static Table,
    /// Its parameters as the paper has them.
    pub params: fn() -> Box<dyn Params>,
    /// Its parameters, small enough for a test.
    pub reduced: fn() -> Box<dyn Params>,
    run: fn(&dyn Params, Watch) -> Result<Report, StudyError>,
}

impl Study {
    /// The study of a table of parameters.
    const fn of<E: Experiment>() -> Self {
        Self {
            key: E::TABLE.key,
            title: E::TITLE,
            paper: E::PAPER,
            shows: E::SHOWS,
            table: || E::default().table(),
            params: || Box::new(E::default()),
            reduced: || {
                let mut params = E::default();
                params.reduce();
                Box::new(params)
            },
            run: |params, watch| match params.as_any().downcast_ref::<E>() {
                Some(params) => params.run_watched(watch),
                None => Err(StudyError::Refused(format!(
                    "these are parameters of '{}', not of '{}'",
                    params.table().key,
                    E::TABLE.key
                ))),
            },
        }
    }

    /// Does it, with parameters that [`Study::params`] gave.
    pub fn run(&self, params: &dyn Params) -> Result<Report, StudyError> {
        self.run_watched(params, Watch::default())
    }

    /// The same; tells meanwhile how far it is, if it takes long.
    pub fn run_watched(&self, params: &dyn Params, watch: Watch) -> Result<Report, StudyError> {
        (self.run)(params, watch)
    }
}

/// Every experiment, paper by paper.
pub const ALL: &[Study] = &[
    Study::of::<impact_wall::ImpactWall>(),
    Study::of::<table_1_1::TableOne>(),
    Study::of::<table_1_2::TableTwo>(),
    Study::of::<table_1_3::TableThree>(),
    Study::of::<table_1_4::TableFour>(),
    Study::of::<table_1_5::TableFive>(),
    Study::of::<phase_portrait::PhasePortrait>(),
    Study::of::<force_compression::ForceCompression>(),
    Study::of::<hamiltonian::Hamiltonian>(),
    Study::of::<error_trend::ErrorTrend>(),
    Study::of::<impact_sequence::ImpactSequence>(),
    Study::of::<modal_discretisation::ModalDiscretisation>(),
    Study::of::<contact_time::ContactTime>(),
    Study::of::<centroid::Centroid>(),
    Study::of::<attack::Attack>(),
    Study::of::<hardness_map::HardnessMap>(),
    Study::of::<impact_step::ImpactStep>(),
    Study::of::<friction_steady::FrictionSteady>(),
    Study::of::<adhesion_map::AdhesionMap>(),
    Study::of::<presliding::Presliding>(),
    Study::of::<stick_slip::StickSlip>(),
    Study::of::<bowed_string::BowedString>(),
    Study::of::<helmholtz_map::HelmholtzMap>(),
    Study::of::<friction_step::PaperStep>(),
    Study::of::<cube::Cube>(),
    Study::of::<pitch_glide::PitchGlide>(),
    Study::of::<harmonic_distortion::HarmonicDistortion>(),
    Study::of::<subharmonics::Subharmonics>(),
    Study::of::<beam_chaos::BeamChaos>(),
    Study::of::<realtime_capacity::RealtimeCapacity>(),
    Study::of::<resting_slab::RestingSlab>(),
    Study::of::<staggered_projections::StaggeredProjections>(),
    Study::of::<newmark::Newmark>(),
    Study::of::<active_modes::ActiveModes>(),
    Study::of::<redistribution::Redistribution>(),
    Study::of::<contact_filtering::ContactFiltering>(),
    Study::of::<mug_poses::MugPoses>(),
    Study::of::<contact_examples::ContactExamples>(),
];

/// The study of this name.
pub fn find(name: &str) -> Result<&'static Study, StudyError> {
    let keys = || ALL.iter().map(|study| study.key);
    ALL.iter()
        .find(|study| study.key == name)
        .ok_or_else(|| StudyError::Unknown {
            name: name.to_owned(),
            suggestion: urto::closest(name, keys()).map(str::to_owned),
        })
}
