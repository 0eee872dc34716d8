//! The modes of a body of an instance, as the page's editor of modes shows them.

use crate::desk::Host;
use serde_json::{Value as Json, json};
use urto::body::{Body, BodyParams};
use urto::param::{Declared, Kind, Params, leaves};
use urto_engine::Problem;

/// Of a body of an instance the modes as its maker says, without what is changed of single ones, and
/// the changes: `ID KEY`, such as `3 body`.
pub(crate) fn modes(host: &Host, asked: &str) -> Result<Json, Problem> {
    let (id, key) = asked.split_once(' ').unwrap_or((asked, "body"));
    let found = id.parse().ok();
    let own = found.and_then(|id| host.desk.document().instance(id));
    let own = own.ok_or_else(|| Problem::new(format!("there is no instance {id}")))?;
    let mut params = body_of(own.values.boxed().as_ref(), key)?;
    let edit = std::mem::take(&mut params.edit);
    // The body may be that of a file, such as a recording.
    let shelf = host.desk.shelf();
    urto_file::load_resources(&mut params, &mut |name| shelf.fetch(name)).map_err(Problem::new)?;
    let body = Body::new(&params).map_err(|error| Problem::new(error.to_string()))?;
    let all = params.all.clone();
    let modes = body.modes().iter().map(|mode| {
        json!({
            "frequency": mode.frequency * all.tuning,
            "decay": mode.decay * all.ringing,
            "mass": mode.mass,
        })
    });
    let edit = edit.iter().map(|own| {
        json!({
            "sounds": own.sounds as usize,
            "frequency": own.frequency,
            "decay": own.decay,
            "gain": own.gain,
        })
    });
    Ok(json!({ "modes": modes.collect::<Vec<_>>(), "edit": edit.collect::<Vec<_>>() }))
}

/// The body that stands under a key among the parameters of a sound.
fn body_of(all: &dyn Params, key: &str) -> Result<BodyParams, Problem> {
    let none = || Problem::new(format!("there is no body '{key}'"));
    let (at, spec) = all.table().locate(key).map_err(|_| none())?;
    match spec.kind {
        Kind::Table(inner) if inner.key == BodyParams::TABLE.key => {}
        _ => return Err(none()),
    }
    let mut body = BodyParams::default();
    for (id, _) in leaves(all) {
        // Lists come before their entries.
        if let (Some(inner), Some(value)) = (id.within(&at), all.value(&id)) {
            body.assign(&inner, &value).map_err(Problem::new)?;
        }
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(host: &mut Host, question: &str) -> Json {
        serde_json::from_str(&host.ask(question)).unwrap()
    }

    #[test]
    fn the_page_is_told_of_all_modes_and_what_is_changed() {
        let mut host = Host::default();
        asked(&mut host, "state");
        let id = asked(&mut host, "edit add \"wine glass\"")["small"]["lastId"].clone();
        let plain = asked(&mut host, &format!("modes {id} body"));
        let modes = plain["modes"].as_array().unwrap().clone();
        assert!(modes.len() > 5 && plain["edit"] == json!([]), "{plain}");
        let text = r#"[{}, { gain = -6, sounds = \"muted\" }]"#;
        let news = asked(&mut host, &format!("edit set {id} body.edit \"{text}\""));
        assert!(news["error"].is_null(), "{news}");
        let news = asked(
            &mut host,
            &format!("edit touch {id} 1 body.edit/0/frequency 1.5"),
        );
        assert!(news["error"].is_null(), "{news}");
        let changed = asked(&mut host, &format!("modes {id} body"));
        // What the maker says stays; the changes stand beside it.
        assert_eq!(changed["modes"], plain["modes"]);
        assert_eq!(changed["edit"][0]["frequency"], 1.5);
        assert_eq!(
            (&changed["edit"][1]["sounds"], &changed["edit"][1]["gain"]),
            (&json!(1), &json!(-6.0))
        );
        for wrong in [
            format!("modes {id} velocity"),
            format!("modes {id} bdy"),
            "modes 99 body".to_owned(),
        ] {
            assert!(asked(&mut host, &wrong)["error"].is_string(), "{wrong}");
        }
    }

    #[test]
    fn the_modes_of_a_file_are_told() {
        let mut host = Host::default();
        asked(&mut host, "state");
        let cup =
            "import cup.toml\nurto = \"modal/1\"\nmodes = [{ frequency = 1320, decay = 0.4 }]\n";
        assert!(asked(&mut host, cup)["error"].is_null());
        let id = asked(&mut host, "edit add impact")["small"]["lastId"].clone();
        asked(&mut host, &format!("edit use {id} body.file cup.toml"));
        let told = asked(&mut host, &format!("modes {id} body"));
        let [mode] = told["modes"].as_array().unwrap().as_slice() else {
            panic!("{told}");
        };
        assert!((mode["frequency"].as_f64().unwrap() - 1320.0).abs() < 1e-6);
    }
}
