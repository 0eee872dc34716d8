//! A thing outside, by name, with what a host loaded under it.

use core::any::Any;
use std::sync::Arc;

/// What a parameter of kind `Resource` holds: the name of a file or another thing outside, and
/// what a host loaded under that name, if it did. The library itself reads nothing.
///
/// ```
/// use std::sync::Arc;
/// use urto::param::Resource;
/// let cup = Resource::loaded("cup.toml", Arc::new(42_u32));
/// assert_eq!(cup.data::<u32>(), Some(&42));
/// assert_eq!(Resource::named("cup.toml").data::<u32>(), None);
/// ```
#[derive(Clone, Default)]
pub struct Resource {
    name: String,
    data: Option<Held>,
}

impl Resource {
    /// A name under which nothing is loaded yet; empty for none.
    pub fn named(name: impl Into<String>) -> Self {
        let (name, data) = (name.into(), None);
        Self { name, data }
    }

    /// A name and what is loaded under it.
    pub fn loaded(name: impl Into<String>, data: Held) -> Self {
        let (name, data) = (name.into(), Some(data));
        Self { name, data }
    }

    /// The name; empty for none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether anything is loaded.
    pub fn is_loaded(&self) -> bool {
        self.data.is_some()
    }

    /// What is loaded, if it is of this type.
    pub fn data<T: Any>(&self) -> Option<&T> {
        self.data.as_ref()?.downcast_ref()
    }

    /// The same, to be kept.
    pub fn shared<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.data.clone()?.downcast().ok()
    }
}

/// What a host loaded.
pub type Held = Arc<dyn Any + Send + Sync>;

/// Makes what a sound holds of a file's bytes: a line of the [catalogue](crate::catalogue). Bodies
/// have [loaders of their own](crate::body::BodyLoader).
pub struct ResourceLoader {
    /// The sort that [parameters](crate::param::Kind::Resource) ask for.
    pub sort: &'static str,
    /// Makes it of a file's name and bytes, or says in one sentence why not.
    pub load: fn(&str, &[u8]) -> Result<Held, String>,
    /// Tells it in plain numbers, so that another thread need not read the file again.
    pub flat: fn(&Resource) -> Option<Vec<f64>>,
    /// Makes it of those numbers.
    pub whole: fn(&[f64]) -> Option<Held>,
}

impl PartialEq for Resource {
    /// Whether both have one name and the very same data.
    fn eq(&self, other: &Self) -> bool {
        let place = |own: &Self| own.data.as_ref().map(|data| Arc::as_ptr(data).cast::<()>());
        self.name == other.name && place(self) == place(other)
    }
}

impl core::fmt::Debug for Resource {
    fn fmt(&self, out: &mut core::fmt::Formatter) -> core::fmt::Result {
        let loaded = if self.is_loaded() { " (loaded)" } else { "" };
        write!(out, "{:?}{loaded}", self.name)
    }
}
