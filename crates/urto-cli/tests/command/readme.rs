//! The README's example is the code below, which runs.

// begin
use urto::sound::Event;

fn main() -> Result<(), urto::BuildError> {
    let mut sound = urto::sounds::make("impact")?;
    sound.prepare(urto::Rate::new(48_000.0)?, 512);
    sound.event(0, Event::trigger(1.0));
    let mut block = [0.0f32; 512];
    sound.render(&[], &mut [&mut block]);
    assert!(block.iter().any(|sample| sample.abs() > 0.01));
    Ok(())
}
// end

#[test]
fn the_readme_shows_this_code() {
    let here = include_str!("readme.rs");
    let code = here.split_once("// begin\n").unwrap().1;
    let code = code.split_once("// end\n").unwrap().0;
    let readme = include_str!("../../../../README.md");
    assert!(readme.contains(code), "README.md shows other code");
    main().unwrap();
}
