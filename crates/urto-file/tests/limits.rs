//! Limits, order and lines.

use urto_file::{FileError, read, read_preset, read_scene};

fn error(text: &str) -> FileError {
    read_scene("big.toml", text.as_bytes())
        .err()
        .expect("this must fail")
}

#[test]
fn objects_stay_in_the_order_of_the_file() {
    let text = "urto = \"scene/1\"\n[object.z]\nkind = \"mass\"\n[object.b]\nkind = \"wall\"\n\
                [listen]\nat = [\"z\"]\n[object.a]\nkind = \"mass\"\n";
    let scene = read_scene("order.toml", text.as_bytes()).unwrap();
    let names: Vec<&str> = scene.objects.iter().map(|o| o.name.as_str()).collect();
    assert_eq!(names, ["z", "b", "a"]);
}

#[test]
fn too_much_is_refused_and_said() {
    let mut text = "urto = \"scene/1\"\nlisten.at = [\"o1\"]\n[object]\n".to_owned();
    for index in 0..10_000 {
        text.push_str(&format!("o{index}.kind = \"wall\"\n"));
    }
    assert!(read_scene("big.toml", text.as_bytes()).is_ok());
    text.push_str("one_more.kind = \"wall\"\n");
    assert_eq!(
        error(&text).to_string(),
        "big.toml:3: object: there are 10001 of these; at most 10000 are read"
    );
    let text = format!("urto = \"scene/1\"\n#{}", "x".repeat(4 << 20));
    assert_eq!(
        error(&text).to_string(),
        "big.toml: the file is larger than 4 MiB, the most that is read"
    );
}

#[test]
fn points_on_many_modes_do_not_fill_the_memory() {
    let points: String = (0..60_000).map(|index| format!("p{index}=0.5,")).collect();
    let text = format!(
        "urto = \"scene/1\"\nlisten.at = [\"a\"]\n[object.a]\nkind = \"modal\"\nmodes = [{}]\n\
         points = {{{points}}}",
        "{},".repeat(4096)
    );
    assert_eq!(error(&text).key.as_deref(), Some("object.a"));
}

/// The line to blame is named, wherever in a long scene it stands.
#[test]
fn the_guilty_part_is_found_among_many() {
    let lines: Vec<String> = (0..40)
        .map(|index| format!("object.o{index} = {{ kind = \"mass\" }}"))
        .chain((0..30).map(|index| {
            format!("contact.c{index} = {{ between = [\"o{index}\", \"o39\"], law = \"linear\" }}")
        }))
        .collect();
    let first = "urto = \"scene/1\"\nlisten.at = [\"o3\"]\n";
    let good = format!("{first}{}", lines.join("\n"));
    assert!(read("good.toml", good.as_bytes()).is_ok());
    for bad in 0..lines.len() {
        let mut lines = lines.clone();
        if bad < 40 {
            lines[bad] = lines[bad].replace("}", ", points = { p = 1 } }");
        } else {
            lines[bad] = lines[bad].replace("o39", "o40");
        }
        let error = error(&format!("{first}{}", lines.join("\n")));
        assert_eq!(error.line, Some(bad + 3), "{error}");
    }
}

#[test]
fn what_is_not_text_is_refused() {
    let error = |bytes: &[u8]| read("x", bytes).err().unwrap().to_string();
    assert_eq!(
        error(b"urto = 1\n\xff"),
        "x:2: the file is not text in UTF-8"
    );
    assert!(error(b"").starts_with("x: the file is empty"));
    assert!(read_preset("x", b"urto = \"scene/1\"").is_err());
    assert!(read_scene("x", b"urto = \"preset/1\"").is_err());
}

/// Similar names are looked for in time that grows with their length squared.
#[test]
fn long_names_are_refused_at_once() {
    let name = "n".repeat(1 << 20);
    let text = format!("urto = \"scene/1\"\nlisten.at = [\"{name}\"]\nobject.a.kind = \"mass\"\n");
    assert_eq!(error(&text).message, "the name is too long");
    let text = format!("urto = \"scene/1\"\nlisten.at = [\"a\"]\nobject.{name}.kind = \"mass\"\n");
    assert!(
        error(&text)
            .message
            .starts_with("a name has 1 to 100 characters")
    );
}

/// What the library offers is played whole, with all voices of a studio, at usual rates.
#[test]
fn no_preset_is_too_much_for_one_core() {
    for preset in urto_file::library().unwrap() {
        let entry = urto_file::catalogue().sound(&preset.sound).unwrap();
        let several = !entry.is_held() && urto::sound::superposes(preset.params.as_ref());
        let voices = if several { 9 } else { 1 };
        let mut sound = (entry.make)();
        for (id, _) in urto::param::leaves(preset.params.as_ref()) {
            if let Some(value) = preset.params.value(&id) {
                sound.set(&id, &value);
            }
        }
        sound.set_live(voices);
        sound.prepare(urto::Rate::new(48_000.0).unwrap(), 512);
        assert_eq!(sound.health().shed, 0, "{:?}", preset.name);
    }
}
