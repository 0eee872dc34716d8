//! Nothing allocates between `prepare` and the end of `render`, and neither do live changes that
//! do not say `Rebuild`.

use assert_no_alloc::{AllocDisabler, assert_no_alloc, violation_count};
use urto::Rate;
use urto::catalogue::Catalogue;
use urto::network::{Motion, NetworkBuilder};
use urto::object::{Modal, ModalParams, NamedPoint, Point, Surface, SurfacePlace};
use urto::param::{Kind, ParamId, Update, Value, leaves};
use urto::picture::Frame;
use urto::rng::Rng;
use urto::sound::{Event, Expression, Signal, Sound, TapSignals};

#[global_allocator]
static GUARD: AllocDisabler = AllocDisabler;

/// Renders with events and live changes of every number, all under the guard.
fn play(sound: &mut dyn Sound, changes: &[(ParamId, Value)]) {
    let [mut first, mut second, mut third] = [[0.0f32; 256]; 3];
    let values = core::array::from_fn::<f32, 256, _>(|n| 0.1 + 1e-3 * n as f32);
    let signal = |(id, _): &(ParamId, Value)| Signal {
        id: *id,
        values: &values,
    };
    let signals: Vec<Signal> = changes.iter().map(signal).collect();
    let [mut force, mut speed, mut position] = [[0.0f32; 256]; 3];
    let mut taps = TapSignals {
        force: &mut force,
        speed: &mut speed,
        position: &mut position,
    };
    let geometry = sound.geometry();
    let mut frame = Frame::new(&geometry);
    assert_no_alloc(|| {
        sound.reset(1);
        sound.event(10, Event::trigger(1.0));
        sound.render(&[], &mut [&mut first, &mut second, &mut third]);
        for (id, value) in changes {
            sound.set(id, value);
            sound.render(&[], &mut [&mut first, &mut second, &mut third]);
        }
        let table = sound.params().table();
        for (id, value) in table.macros.iter().flat_map(|m| m.settings(table, 30.0)) {
            if table
                .spec_of(&id)
                .is_some_and(|spec| spec.update != Update::Rebuild)
            {
                sound.set(&id, &Value::Number(value));
            }
        }
        let told = Expression::default().with_pitch(1.2).with_pressure(0.8);
        sound.event(1, Event::with(0.5, told.with_place(0.3)));
        sound.render(&[], &mut [&mut first, &mut second, &mut third]);
        sound.event(3, Event::trigger(0.5));
        sound.render(&signals, &mut [&mut first, &mut second, &mut third]);
        sound.render_tapped(
            &signals,
            &mut [&mut first, &mut second, &mut third],
            &mut taps,
        );
        sound.event(3, Event::Release);
        for _ in 0..100 {
            sound.render(&[], &mut [&mut first, &mut second, &mut third]);
            assert!(sound.picture(&geometry, &mut frame));
        }
        let _ = (sound.health(), sound.ledger(), sound.taps(), sound.tail());
    });
}

#[test]
fn no_sound_allocates_while_it_plays() {
    for entry in Catalogue::of_urto().sounds() {
        let mut sound = (entry.make)();
        let pickups = ["pickups", "hearing.pickups"].map(|key| entry.table.find(key));
        if let Some(pickups) = pickups.into_iter().find_map(Result::ok) {
            sound.set(&pickups, &Value::Count(2));
            assert_eq!(sound.channels(), 3);
        }
        sound.prepare(Rate::new(48_000.0).unwrap(), 64);
        let mut rng = Rng::new(2);
        let changes: Vec<_> = leaves(sound.params())
            .into_iter()
            .filter(|(_, spec)| spec.update != Update::Rebuild)
            .filter_map(|(id, spec)| match spec.kind {
                Kind::Number(range) => Some((id, Value::Number(range.value_at(rng.uniform())))),
                Kind::Choice { options, .. } => Some((id, Value::Choice(rng.below(options.len())))),
                _ => None,
            })
            .collect();
        let before = violation_count();
        play(sound.as_mut(), &changes);
        assert_eq!(violation_count() - before, 0, "{} allocates", entry.key);
    }
}

/// The guard is awake: it counts an allocation.
#[test]
fn the_guard_notices_an_allocation() {
    let before = violation_count();
    assert_no_alloc(|| std::hint::black_box(Vec::<u8>::with_capacity(16)));
    assert!(violation_count() > before);
}

/// Parts that come and go are prepared and dropped outside; making the change only moves them.
#[test]
fn a_network_is_changed_without_allocation() {
    let rate = Rate::new(48_000.0).unwrap();
    let catalogue = Catalogue::of_urto();
    let build = |rng: &mut Rng| {
        let kind = catalogue.objects()[rng.below(catalogue.objects().len())];
        // A mass in space is touched along a direction.
        let point = if kind.key == "particle" { "@z" } else { "" };
        let object = (kind.build)((kind.params)().as_ref(), &[], rate).unwrap();
        (object, point)
    };
    let join = |rng: &mut Rng| {
        let law = catalogue.laws()[rng.below(catalogue.laws().len())];
        (law.build)((law.params)().as_ref(), rate).unwrap()
    };
    let mut rng = Rng::new(4);
    let mut network = NetworkBuilder::new(rate);
    let bar = Modal::new(&ModalParams::default(), &[], rate).unwrap();
    network.add("bar", Box::new(bar)).unwrap();
    network.listen("bar", Motion::Velocity).unwrap();
    let mut network = network.build(0);
    let mut layout = network.layout();
    let mut names: Vec<(String, &str)> = Vec::new();
    let before = violation_count();
    for round in 0..300 {
        let mut change = layout.change();
        while names.len() > 3 + rng.below(6) {
            let (name, _) = names.swap_remove(rng.below(names.len()));
            change.take_object(&name).unwrap();
        }
        let name = format!("part{round}");
        let (object, point) = build(&mut rng);
        let own = format!("{name}{point}");
        change.add(&name, object).unwrap();
        let others = names.iter().map(|(name, point)| format!("{name}{point}"));
        for other in others.chain(["bar".to_owned()]) {
            // Refused between two that nothing moves.
            let _ = change.join(&format!("{name}{other}"), join(&mut rng), [&own, &other]);
        }
        if rng.below(2) == 0 {
            change.listen(&own, Motion::Velocity).unwrap();
        }
        names.push((name, point));
        let mut change = change.prepare(round);
        assert_no_alloc(|| {
            assert!(network.swap(&mut change).is_some());
            for _ in 0..20 {
                if network.ring(16) == 0 {
                    network.step();
                }
            }
        });
        layout = change.layout().clone();
    }
    assert_eq!(violation_count() - before, 0);
    assert!(network.ledger().stored.is_finite());
}

/// Points go over a surface without allocation, also to the place nearest to somewhere.
#[test]
fn a_point_moves_on_a_surface_without_allocation() {
    let rate = Rate::new(48_000.0).unwrap();
    let corners = vec![[0.0; 3], [0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.1, 0.1, 0.0]];
    let shapes = vec![vec![[0.1, 0.2, 1.0], [0.0; 3], [0.3; 3], [0.0, 0.0, -1.0]]];
    let surface = Surface::new(corners, vec![[0, 1, 2], [1, 3, 2]], shapes).unwrap();
    let tip = NamedPoint::on_surface("tip", SurfacePlace::Nearest([0.0; 3]));
    let params = ModalParams::default();
    let sheet = Modal::with_shapes(&params, Box::new(surface), &tip, rate).unwrap();
    let mut network = NetworkBuilder::new(rate);
    let sheet = network.add("sheet", Box::new(sheet)).unwrap();
    network.listen("sheet@tip", Motion::Ringing).unwrap();
    let mut network = network.build(0);
    let mut rng = Rng::new(1);
    let before = violation_count();
    assert_no_alloc(|| {
        for _ in 0..100 {
            let to = SurfacePlace::Nearest([rng.signed(), rng.signed(), rng.signed()]);
            network.move_point(sheet, Point(0), to);
            let shares = [0; 3].map(|_| rng.uniform());
            let aside = rng.signed();
            network.move_point(sheet, Point(0), SurfacePlace::InBox { shares, aside });
            network.push(sheet, Point(1), 1.0);
            network.step();
        }
    });
    assert_eq!(violation_count() - before, 0);
    assert!(network.heard(0) != 0.0);
}
