//! The macro that declares parameters.

/// Declares a table of parameters and the struct that holds their values.
///
/// Each row reads `key: default, Kind(...), "unit", Update;` with `expert`, `spread S` and
/// `formerly "key"` as optional last words, in this order. Kinds are `Linear(min, max)`, `Log(min, max)`, `ZeroLog(min, max)` (zero
/// or a ratio scale), `Integer(min, max)`, `Choice(Enum)`, `Table(Struct)`,
/// `List(Struct, fewest, most)`, `Curve(min, max)` and `Resource("what is accepted")`, which holds
/// a body, or `Resource("what is accepted", "sort")`, which holds what a loader of the catalogue
/// makes of it.
/// A default out of range does not compile.
///
/// `include name: Struct;` puts the rows of another table among these: their keys, ranges, units
/// and meanings are declared there and nowhere else, while the struct holds that one as its field
/// `name`. `include name: Struct = value;` gives them other defaults, and
/// `, without first, second` before the semicolon leaves rows out. Two rows of one key do not
/// compile.
///
/// ```
/// use urto::param::{Declared, Params, Value};
/// urto::params! {
///     /// Where it is and how it moves.
///     pub struct Flight("flight") {
///         /// Height.
///         height: 1.0, Linear(0.0, 9.0), "m", Event;
///         /// Speed.
///         speed: 0.0, Linear(-9.0, 9.0), "m/s", Event;
///     }
/// }
/// urto::params! {
///     /// A ball.
///     pub struct Ball("ball") {
///         /// Its mass.
///         mass: 0.02, Log(1e-4, 10.0), "kg", Block;
///         include flight: Flight = Flight { height: 2.0, speed: 0.0 }, without speed;
///     }
/// }
/// let mut ball = Ball::default();
/// assert_eq!(ball.flight.height, 2.0);
/// let height = Ball::TABLE.find("height").unwrap();
/// ball.assign(&height, &Value::Number(3.0)).unwrap();
/// assert_eq!(ball.flight.height, 3.0);
/// assert!(Ball::TABLE.find("speed").is_err());
/// // What changes in the flight is known there by its own handle.
/// let inside = height.within(&urto::key!(Ball, flight)).unwrap();
/// assert_eq!(inside, urto::key!(Flight, height));
/// ```
///
/// ```compile_fail
/// urto::params! {
///     /// A mass.
///     pub struct Heavy("heavy") {
///         /// Its mass.
///         mass: 1.0, Log(1e-4, 10.0), "kg", Block;
///     }
/// }
/// urto::params! {
///     /// Two masses of one key.
///     pub struct Broken("broken") {
///         /// Its mass.
///         mass: 1.0, Log(1e-4, 10.0), "kg", Block;
///         include other: Heavy;
///     }
/// }
/// ```
///
/// After the struct may stand `macros { ... }`: sliders from 0 to 100 that move several numbers
/// together, each from its first to its second value on its own scale. A row reads
/// `key: number(first, second), table.number(first, second) over 20..80;` where `over` is the
/// part of the slider's travel in which that number moves, if it is not the whole. A number that
/// the table does not have, or a value out of its range, does not compile.
///
/// ```
/// urto::params! {
///     /// A hammer.
///     pub struct Hammer("hammer") {
///         /// Its mass.
///         mass: 0.02, Log(1e-4, 10.0), "kg", Block;
///         /// Its stiffness.
///         stiffness: 1e7, Log(1e3, 1e11), "N/m", Block;
///     }
///     macros {
///         /// How large it is.
///         size: mass(1e-3, 1.0), stiffness(1e8, 1e6);
///     }
/// }
/// use urto::param::Declared;
/// let mut hammer = Hammer::default();
/// let size = Hammer::TABLE.find_macro("size").unwrap();
/// size.apply(&mut hammer, 100.0);
/// assert_eq!(hammer.mass, 1.0);
/// assert!((size.position(&hammer) - 100.0).abs() < 1e-9);
/// ```
///
/// ```compile_fail
/// urto::params! {
///     /// Broken.
///     pub struct Broken("broken") {
///         /// Its mass.
///         mass: 1.0, Log(1e-4, 10.0), "kg", Block;
///     }
///     macros {
///         /// It ends above the maximum.
///         size: mass(1e-3, 11.0);
///     }
/// }
/// ```
///
/// ```compile_fail
/// urto::params! {
///     /// Broken.
///     pub struct Broken("broken") {
///         /// The default is above the maximum.
///         mass: 11.0, Log(1e-4, 10.0), "kg", Block;
///     }
/// }
/// ```
#[macro_export]
macro_rules! params {
    (
        $(#[doc = $table_doc:literal])+
        $vis:vis struct $name:ident($key:literal) { $($rows:tt)* }
        $(macros { $($macros:tt)* })?
    ) => {
        $crate::params! {
            @rows [$(#[doc = $table_doc])+ $vis struct $name($key)] [] [$($($macros)*)?] $($rows)*
        }
    };

    // Included tables become rows like the others, of a kind that only stands here.
    (
        @rows $head:tt [$($done:tt)*] $macros:tt
        include $field:ident: $type:ty $(= $default:expr)? $(, without $($gone:ident),+)?;
        $($rest:tt)*
    ) => {
        $crate::params! {
            @rows $head [
                $($done)*
                #[doc = " An included table: its rows stand among the others."]
                $field: $crate::params!(@or $type $(, $default)?),
                Include($type $(, $($gone),+)?), "", Block;
            ] $macros $($rest)*
        }
    };
    (
        @rows $head:tt [$($done:tt)*] $macros:tt
        $(#[doc = $doc:literal])+
        $field:ident: $default:expr, $kind:ident($($arg:tt)*), $unit:literal, $update:ident
        $(, $modifier:ident $($amount:literal)?)* ;
        $($rest:tt)*
    ) => {
        $crate::params! {
            @rows $head [
                $($done)*
                $(#[doc = $doc])+
                $field: $default, $kind($($arg)*), $unit, $update
                $(, $modifier $($amount)?)* ;
            ] $macros $($rest)*
        }
    };

    (
        @rows [$(#[doc = $table_doc:literal])+ $vis:vis struct $name:ident($key:literal)]
        [ $(
            $(#[doc = $doc:literal])+
            $field:ident: $default:expr, $kind:ident($($arg:tt)*), $unit:literal, $update:ident
            $(, $modifier:ident $($amount:literal)?)* ;
        )* ]
        [ $(
            $(#[doc = $macro_doc:literal])+
            $handle:ident: $(
                $head:ident $(. $tail:ident)* ($from:expr, $to:expr)
                $(over $lo:literal .. $hi:literal)?
            ),+ ;
        )* ]
    ) => {
        $(#[doc = $table_doc])+
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $( $(#[doc = $doc])+ pub $field: $crate::params!(@type $kind $($arg)*), )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $( $field: $default, )* }
            }
        }

        const _: () = {
            $( { $crate::params!(@check $default, $kind $($arg)*); } )*
            <$name as $crate::param::Declared>::TABLE.check();
        };

        impl $crate::param::Declared for $name {
            const TABLE: $crate::param::Table = $crate::param::Table::new(
                $key,
                $crate::param::joined(concat!($($table_doc, "\n"),+)),
                &[ $(
                    $crate::param::Spec {
                        key: stringify!($field),
                        about: $crate::param::joined(concat!($($doc, "\n"),+)),
                        kind: $crate::params!(@kind $default, $kind $($arg)*),
                        unit: $unit,
                        update: $crate::param::Update::$update,
                        tier: $crate::params!(@tier $($modifier $($amount)?)*),
                        spread: $crate::params!(@spread $($modifier $($amount)?)*),
                        formerly: $crate::params!(@formerly $($modifier $($amount)?)*),
                        flat: $crate::params!(@flat $kind),
                        hidden: false,
                    },
                )* ],
                &[ $(
                    $crate::param::Macro {
                        key: stringify!($handle),
                        about: $crate::param::joined(concat!($($macro_doc, "\n"),+)),
                        targets: &[ $(
                            $crate::param::Aim {
                                key: concat!(stringify!($head) $(, ".", stringify!($tail))*),
                                from: ($from) as f64,
                                to: ($to) as f64,
                                over: $crate::params!(@over $($lo, $hi)?),
                            },
                        )+ ],
                    },
                )* ],
            );
        }

        impl $crate::param::Params for $name {
            fn table(&self) -> &'static $crate::param::Table {
                &<$name as $crate::param::Declared>::TABLE
            }
            fn as_any(&self) -> &dyn core::any::Any {
                self
            }
            fn boxed(&self) -> Box<dyn $crate::param::Params> {
                Box::new(self.clone())
            }
        }

        impl $crate::param::Field for $name {
            fn get(&self, path: &[u16]) -> Option<$crate::param::Value> {
                let (&first, rest) = path.split_first()?;
                // A table may have no rows.
                #[allow(unused_mut)]
                let mut index = 0u16;
                $(
                    if first == index {
                        return $crate::param::Field::get(&self.$field, rest);
                    }
                    index += 1;
                )*
                let _ = (first, rest, index);
                None
            }

            fn set(
                &mut self,
                path: &[u16],
                value: &$crate::param::Value,
            ) -> Result<(), $crate::param::Refusal> {
                let missing = $crate::param::Refusal::Missing;
                let (&first, rest) = path.split_first().ok_or(missing)?;
                let table = <Self as $crate::param::Params>::table(self);
                if rest.is_empty() && let Some(spec) = table.declared().get(first as usize) {
                    spec.check(value)?;
                }
                // A table may have no rows.
                #[allow(unused_mut)]
                let mut index = 0u16;
                $(
                    if first == index {
                        return $crate::param::Field::set(&mut self.$field, rest, value);
                    }
                    index += 1;
                )*
                let _ = (first, rest, index);
                Err($crate::param::Refusal::Missing)
            }
        }
    };

    (@type Linear $($arg:tt)*) => { f64 };
    (@type Log $($arg:tt)*) => { f64 };
    (@type ZeroLog $($arg:tt)*) => { f64 };
    (@type Integer $($arg:tt)*) => { i64 };
    (@type Choice $type:ty) => { $type };
    (@type Table $type:ty) => { $type };
    (@type Include $type:ty $(, $gone:ident)*) => { $type };
    (@type List $type:ty, $min:expr, $max:expr) => { Vec<$type> };
    (@type Curve $($arg:tt)*) => { $crate::param::Curve };
    (@type Resource $($arg:tt)*) => { $crate::param::Resource };

    (@kind $default:expr, Choice $type:ty) => {
        $crate::param::Kind::Choice {
            options: <$type as $crate::param::ChoiceField>::OPTIONS,
            default: $default as usize,
        }
    };
    (@kind $default:expr, Table $type:ty) => {
        $crate::param::Kind::Table(&<$type as $crate::param::Declared>::TABLE)
    };
    (@kind $default:expr, Include $type:ty $(, $gone:ident)*) => {
        $crate::param::Kind::Table({
            const WHOLE: $crate::param::Table = <$type as $crate::param::Declared>::TABLE;
            const ROWS: [$crate::param::Spec; WHOLE.declared().len()] =
                WHOLE.without(&[$(stringify!($gone)),*]);
            &$crate::param::Table::new(WHOLE.key, WHOLE.about, &ROWS, &[])
        })
    };
    (@kind $default:expr, List $type:ty, $min:expr, $max:expr) => {
        $crate::param::Kind::List {
            item: &<$type as $crate::param::Declared>::TABLE,
            min: $min,
            max: $max,
        }
    };
    (@kind $default:expr, Curve $min:expr, $max:expr) => {
        $crate::param::Kind::Curve($crate::param::Range {
            default: $min,
            min: $min,
            max: $max,
            scale: $crate::param::Scale::Linear,
        })
    };
    (@kind $default:expr, Resource $accepts:literal) => {
        $crate::params!(@kind $default, Resource $accepts, "body")
    };
    (@kind $default:expr, Resource $accepts:literal, $sort:literal) => {
        $crate::param::Kind::Resource { accepts: $accepts, sort: $sort }
    };
    (@kind $default:expr, $scale:ident $min:expr, $max:expr) => {
        $crate::param::Kind::Number($crate::params!(@range $default, $scale $min, $max))
    };

    (@range $default:expr, $scale:ident $min:expr, $max:expr) => {
        $crate::param::Range {
            default: ($default) as f64,
            min: ($min) as f64,
            max: ($max) as f64,
            scale: $crate::param::Scale::$scale,
        }
    };

    (@check $default:expr, Choice $($arg:tt)*) => {};
    (@check $default:expr, Table $($arg:tt)*) => {};
    (@check $default:expr, Include $($arg:tt)*) => {};
    (@check $default:expr, List $type:ty, $min:expr, $max:expr) => {
        // Not compared as they stand: nothing is less than a fewest of none.
        let [fewest, most]: [usize; 2] = [$min, $max];
        assert!(fewest <= most);
    };
    (@check $default:expr, Curve $min:expr, $max:expr) => {
        assert!($min < $max);
    };
    (@check $default:expr, Resource $($arg:tt)*) => {};
    (@check $default:expr, $scale:ident $min:expr, $max:expr) => {
        assert!(
            $crate::params!(@range $default, $scale $min, $max).is_sound(),
            "a default lies outside its range, or the range is empty"
        );
    };

    (@or $type:ty) => { <$type as Default>::default() };
    (@or $type:ty, $default:expr) => { $default };
    (@flat Include) => { true };
    (@flat $kind:ident) => { false };

    (@over) => { (0.0, $crate::param::Macro::FULL) };
    (@over $lo:literal, $hi:literal) => { ($lo as f64, $hi as f64) };

    (@tier expert $($rest:tt)*) => { $crate::param::Tier::Expert };
    (@tier $(spread $amount:literal)? $(formerly $was:literal)?) => {
        $crate::param::Tier::Basic
    };
    (@spread $(expert)? $(formerly $was:literal)?) => { 1.0 };
    (@spread $(expert)? spread $amount:literal $(formerly $was:literal)?) => { $amount };
    (@formerly $(expert)? $(spread $amount:literal)?) => { "" };
    (@formerly $(expert)? $(spread $amount:literal)? formerly $was:literal) => { $was };
}

/// Doc comments as one text: the leading space that rustdoc leaves is removed.
pub const fn joined(text: &'static str) -> &'static str {
    text.trim_ascii()
}
