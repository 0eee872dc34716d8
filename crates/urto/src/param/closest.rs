//! What was meant by a word that is nearly right.

/// The candidate most like `word`, if any is near enough to be what was meant.
///
/// ```
/// assert_eq!(urto::closest("stifness", ["mass", "stiffness"]), Some("stiffness"));
/// assert_eq!(urto::closest("qqq", ["mass", "stiffness"]), None);
/// ```
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(word, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}
