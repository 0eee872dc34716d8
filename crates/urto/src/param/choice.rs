//! The macro that declares choices.

/// Declares the options of a choice: an enum whose variants have keys and meanings.
///
/// ```
/// urto::choice! {
///     /// What sort of tip a hammer has.
///     pub enum Tip {
///         /// Bright and short.
///         Steel = "steel",
///         /// Dark and long.
///         Felt = "felt",
///     }
/// }
/// use urto::param::ChoiceField;
/// assert_eq!(Tip::OPTIONS[Tip::Felt.index()].key, "felt");
/// ```
#[macro_export]
macro_rules! choice {
    (
        $(#[doc = $doc:literal])+
        $vis:vis enum $name:ident {
            $( $(#[doc = $option_doc:literal])+ $variant:ident = $key:literal, )+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $( $(#[doc = $option_doc])+ $variant, )+
        }

        impl $crate::param::ChoiceField for $name {
            const OPTIONS: &'static [$crate::param::OptionSpec] = &[ $(
                $crate::param::OptionSpec {
                    key: $key,
                    about: $crate::param::joined(concat!($($option_doc, "\n"),+)),
                },
            )+ ];
            fn index(self) -> usize {
                self as usize
            }
            fn from_index(index: usize) -> Option<Self> {
                [ $( Self::$variant, )+ ].get(index).copied()
            }
        }

        impl $crate::param::Field for $name {
            fn get(&self, _: &[u16]) -> Option<$crate::param::Value> {
                Some($crate::param::Value::Choice(*self as usize))
            }
            fn set(
                &mut self,
                _: &[u16],
                value: &$crate::param::Value,
            ) -> Result<(), $crate::param::Refusal> {
                let refusal = $crate::param::Refusal::Kind("one of its options");
                let $crate::param::Value::Choice(index) = value else { return Err(refusal) };
                *self = $crate::param::ChoiceField::from_index(*index).ok_or(refusal)?;
                Ok(())
            }
        }
    };
}
