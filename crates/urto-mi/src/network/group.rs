//! Links of a group that become stiffer, or brake more, as somebody says while they move.
//!
//! Law:    a link has its law's stiffness and damping, as the file and its changes say, times the factors
//!         of its group; what that adds to the energy that springs hold is work of the outside.
//! Step:   some links in each step, all of them in turn, as with a [`Prepared`](super::Prepared).
//!         Factors above 1 are taken as far as steps carry them: with loads A of stiffness and D of
//!         damping (2·z/h) on a mass and R of all that is not of the group, s·A + d·D + R <= 2·m/h²
//!         everywhere (Gershgorin's circles, see [`limit`](crate::limit)), and s·A within the share
//!         of it that links are built with; both factors go back by the same share. What bends is no
//!         steeper than it was built to be: it goes on straight from a smaller stretch.
//! Limits: where links load a mass beyond those circles already, which they may as long as the whole
//!         is stable, factors are 1 at most. Links that changes make stiffer meanwhile are not seen.

use super::{MassNetwork, Woven};
use crate::joint::Joint;
use crate::law::Law;
use crate::limit::USED;
use crate::model::{LinkId, Model, ModelError};
use crate::stepping::DAMPED;

/// Links that are changed in a step: some microseconds of work.
const AT_ONCE: usize = 128;
/// Smallest and largest factors that are taken.
const FACTORS: [f64; 2] = [0.01, 100.0];
/// Loads may be beyond what is carried by this share, which is rounding.
const ROUNDING: f64 = 1e-9;
/// Stiffness and damping as they were built.
pub(super) const AS_BUILT: [f64; 2] = [1.0, 1.0];

/// A group of links of a network that somebody makes stiffer or softer while it moves. It is told to
/// act before each step.
///
/// ```
/// use urto_mi::{LiveGroup, MassNetwork, Model, Row};
/// let mut model = Model::new(44_100.0)?;
/// Row::default().build(&mut model, "string")?;
/// let mut network = MassNetwork::new(&model)?;
/// let mut group = LiveGroup::new(&mut network, &model, &model.links_of("string"))?;
/// // On the audio path.
/// group.aim(0.5, 2.0);
/// for _ in 0..100 {
///     group.act(&mut network);
///     network.step();
/// }
/// assert_eq!(group.factors(), [0.5, 2.0]);
/// # Ok::<(), urto_mi::ModelError>(())
/// ```
pub struct LiveGroup {
    counts: [usize; 2],
    links: Vec<usize>,
    /// What its stiffness and its damping load masses with, as a share of what they may; see
    /// [`skyline`].
    loads: Vec<[f64; 2]>,
    /// Whether every mass is loaded as little as steps surely carry.
    is_light: bool,
    /// Factors that were asked for, and those that are carried.
    asked: [f64; 2],
    goal: [f64; 2],
    /// Whose turn it is, and how many have not had theirs.
    next: usize,
    left: usize,
}

/// What loads a mass \[N/m\], as steps feel it.
#[derive(Clone, Copy, Default)]
struct Loaded {
    /// By stiffness and by damping of the group.
    own: [f64; 2],
    /// By those of others, and by what bends.
    others: [f64; 2],
}

impl LiveGroup {
    /// Links of a network that was built of this model and is as it was built. Allocates.
    pub fn new(
        network: &mut MassNetwork,
        model: &Model,
        links: &[LinkId],
    ) -> Result<Self, ModelError> {
        let counts = [model.masses().len(), model.links().len()];
        if counts != [network.mass.len(), network.links.len()] {
            let why = "the group is one of another network".to_owned();
            return Err(ModelError::NeedsExchange(why));
        }
        let mut is_own = vec![false; counts[1]];
        for link in links {
            let own = is_own.get_mut(link.index());
            *own.ok_or(ModelError::NoSuchLink(link.index(), counts[1]))? = true;
        }
        if network.factors.is_empty() {
            network.factors = vec![AS_BUILT; counts[1]];
        }
        let (loads, is_light) = loads(network, model, &is_own);
        Ok(Self {
            counts,
            links: (0..counts[1]).filter(|n| is_own[*n]).collect(),
            loads,
            is_light,
            asked: AS_BUILT,
            goal: AS_BUILT,
            next: 0,
            left: 0,
        })
    }

    /// How many times as stiff, and how many times as strongly damped it is to be from the coming
    /// steps on. Allocates nothing.
    pub fn aim(&mut self, stiffness: f64, damping: f64) {
        let [least, most] = FACTORS;
        let asked = [stiffness, damping];
        if asked == self.asked || asked.iter().any(|own| own.is_nan()) {
            return;
        }
        self.asked = asked;
        let goal = self.carried(asked.map(|own| own.clamp(least, most)));
        if goal != self.goal {
            self.goal = goal;
            self.left = self.links.len();
        }
    }

    /// The factors on stiffness and damping that it goes to: as asked for, as far as steps carry it.
    pub fn factors(&self) -> [f64; 2] {
        self.goal
    }

    /// How far factors are carried.
    fn carried(&self, asked: [f64; 2]) -> [f64; 2] {
        let under = asked.map(|own| own.min(1.0));
        let over = asked.map(|own| (own - 1.0).max(0.0));
        let mut share: f64 = if self.is_light { 1.0 } else { 0.0 };
        for [stiff, braked] in &self.loads {
            let needs = over[0] * stiff + over[1] * braked;
            let room = (1.0 - under[0] * stiff - under[1] * braked).max(0.0);
            if needs > room {
                share = share.min(room / needs);
            }
        }
        [0, 1].map(|n| under[n] + share * over[n])
    }

    /// Acts before a step of the network that it was made for. Allocates nothing.
    pub fn act(&mut self, network: &mut MassNetwork) {
        if self.left > 0 {
            self.turn(network, AT_ONCE);
        }
    }

    /// The same for all its links at once, of a network that was just built or restored.
    pub fn act_at_once(&mut self, network: &mut MassNetwork) {
        self.left = self.links.len();
        self.turn(network, self.left);
    }

    /// Gives some links their factors.
    fn turn(&mut self, network: &mut MassNetwork, most: usize) {
        if self.counts != [network.mass.len(), network.links.len()] || network.factors.is_empty() {
            return;
        }
        let mut work = 0.0;
        let mut changes = false;
        for _ in 0..self.left.min(most) {
            let link = self.links[self.next];
            self.next = (self.next + 1) % self.links.len();
            self.left -= 1;
            if network.factors[link] != self.goal {
                if !changes {
                    network.reopen();
                    network.changes += 1;
                    changes = true;
                }
                let before = network.held_by(link);
                network.set_factors(link, self.goal);
                work += network.held_by(link) - before;
            }
        }
        if changes {
            network.account.retune(work);
            network.injected += network.account.receive(work);
        }
    }
}

/// What a group loads masses with, and whether every mass is lightly loaded.
fn loads(network: &MassNetwork, model: &Model, is_own: &[bool]) -> (Vec<[f64; 2]>, bool) {
    let h = network.h;
    let mut all = vec![Loaded::default(); model.masses().len()];
    for own in &mut all {
        own.others[1] = 2.0 * model.friction() / h;
    }
    let joints = network.links.iter().zip(model.links()).enumerate();
    for (n, (joint, _)) in joints.filter(|(_, (_, link))| model.is_there(link)) {
        let [stiff, braked, bent] = joint.law.loads(h);
        for end in joint.ends {
            let Loaded { own, others } = &mut all[end];
            others[0] += bent;
            let to = if is_own[n] { own } else { others };
            to[0] += stiff;
            to[1] += braked;
        }
    }
    for contact in model.contacts() {
        for (mass, touched) in contact.touched() {
            all[mass.index()].others[1] += 2.0 * touched * contact.spring.damping / h;
        }
    }
    let (mut shares, mut is_light) = (Vec::new(), true);
    for (mass, Loaded { own, others }) in model.masses().iter().zip(all) {
        if mass.is_held() {
            continue;
        }
        let most = 2.0 * mass.mass / (h * h);
        let whole = others[0] + others[1] + own[0] + own[1];
        is_light &= whole <= most * (1.0 + ROUNDING);
        // Within what steps carry; stiffness within the share of it that links are built with, unless
        // they are beyond; and damping within what need not be looked at in every step.
        let free = most - others[0] - others[1];
        let stiff = (USED * most - others[0]).max(own[0]);
        let gently = (DAMPED * most).max(own[1] + others[1]) - others[1];
        for (loads, room) in [(own, free), ([own[0], 0.0], stiff), ([0.0, own[1]], gently)] {
            if loads != [0.0; 2] && room > 0.0 {
                shares.push(loads.map(|own| own / room));
            }
        }
    }
    (skyline(shares), is_light)
}

/// Those that are not below another one: of a network of many masses that are alike, few.
fn skyline(mut loads: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    loads.sort_by(|a, b| b[0].total_cmp(&a[0]).then(b[1].total_cmp(&a[1])));
    let mut highest = f64::NEG_INFINITY;
    loads.retain(|[_, braked]| {
        let stands_out = *braked > highest;
        highest = highest.max(*braked);
        stands_out
    });
    loads
}

impl MassNetwork {
    /// The law of a link with the factors of its group.
    fn eased(&self, link: usize) -> Law {
        let law = self.links[link].law;
        if !self.is_eased(link) {
            return law;
        }
        let [stiffer, braked] = self.factors[link];
        law.eased(stiffer, braked)
    }

    /// A link as it acts now.
    pub(super) fn acting(&self, link: usize) -> Joint {
        Joint {
            law: self.eased(link),
            ..self.links[link].clone()
        }
    }

    fn set_factors(&mut self, link: usize, factors: [f64; 2]) {
        self.factors[link] = factors;
        self.weave(link);
    }

    /// The step takes a link as it is now.
    pub(super) fn weave(&mut self, link: usize) {
        let law = self.eased(link);
        either!(&mut self.woven, own => own.set_link(link, &law));
    }

    /// Whether a link has other factors than it was built with.
    pub(super) fn is_eased(&self, link: usize) -> bool {
        self.factors.get(link).is_some_and(|own| *own != AS_BUILT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mass, Spring};

    /// A mass of 1 g between two springs, one of which has a damper.
    fn pair(stiffness: f64) -> (Model, MassNetwork) {
        let mut model = Model::new(44_100.0).unwrap();
        let ball = model.add(Mass::at([0.1, 0.0, 0.0])).unwrap();
        for (x, damping) in [(0.0, 0.05), (0.2, 0.0)] {
            let wall = model.add(Mass::at([x, 0.0, 0.0]).fixed()).unwrap();
            let spring = Spring {
                stiffness,
                damping,
                ..Spring::default()
            };
            model.link([wall, ball], spring.into(), None, "").unwrap();
        }
        let network = MassNetwork::new(&model).unwrap();
        (model, network)
    }

    /// 2·m/h² is 3.89e6 N/m here, of which stiffness may take 90 %: with others of 1e6 N/m the group of
    /// 1e6 may become 2.5 times as stiff; of damping it may take a tenth of it.
    #[test]
    fn factors_go_as_far_as_steps_carry_them() {
        let (model, mut network) = pair(1e6);
        let one = [LinkId(0)];
        let mut group = LiveGroup::new(&mut network, &model, &one).unwrap();
        let most = 2.0 * 1e-3 * 44_100.0 * 44_100.0;
        let stiffest = (USED * most - 1e6) / 1e6;
        group.aim(2.0, 1.0);
        assert_eq!(group.factors(), [2.0, 1.0]);
        group.aim(10.0, 1.0);
        assert!((group.factors()[0] / stiffest - 1.0).abs() < 1e-9);
        group.aim(1.0, 1e9);
        let braked = 2.0 * 0.05 * 44_100.0;
        let strongest = (DAMPED * most / braked).min(FACTORS[1]);
        assert!((group.factors()[1] / strongest - 1.0).abs() < 1e-9);
        // What is softer makes room for nobody else, and is never refused.
        group.aim(0.1, 0.1);
        assert_eq!(group.factors(), [0.1, 0.1]);
        group.aim(f64::NAN, 1.0);
        assert_eq!(group.factors(), [0.1, 0.1]);
        assert!(LiveGroup::new(&mut network, &model, &[LinkId(2)]).is_err());
    }

    /// Beyond Gershgorin's circles, but stable: it becomes no stiffer.
    #[test]
    fn what_is_loaded_heavily_becomes_no_stiffer() {
        let mut model = Model::new(44_100.0).unwrap();
        let masses = [0.0, 0.1, 0.2].map(|x| Mass::at([x, 0.0, 0.0]));
        let masses = masses.map(|own| model.add(own).unwrap());
        // Row sums are 2·k at the middle one: 1.02 of what Gershgorin allows, yet 0.77 of the limit.
        let spring = Spring {
            stiffness: 1.02 * 1e-3 * 44_100.0 * 44_100.0,
            ..Spring::default()
        };
        for pair in masses.windows(2) {
            model.join([pair[0], pair[1]], spring).unwrap();
        }
        let mut network = MassNetwork::new(&model).unwrap();
        assert_eq!(network.softened(), 0);
        let links = [LinkId(0), LinkId(1)];
        let mut group = LiveGroup::new(&mut network, &model, &links).unwrap();
        group.aim(1.5, 1.0);
        assert_eq!(group.factors(), [1.0, 1.0]);
        group.aim(0.9, 1.0);
        assert_eq!(group.factors(), [0.9, 1.0]);
    }
}
