//! Participants: the stores through which the threads of a history work, each with what the library promises of it.
//! A participant is a stack of layers; a layer is a word of the worker's (`participants.c`) and its promises.

use crate::programs::Program;
use crate::random::Random;
use crate::stores::Kind;
use crate::themes::Theme;
use std::fmt::Write as _;

/// How late a read of elements may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// It finds what is stored.
    Now,
    /// It finds what stores of its origin have written, and of others what was stored since the process began, or has
    /// looked for changes.
    Own,
}

/// A way to make a store of another one.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    pub word: &'static str,
    pub changes: bool,
    /// Its keys are those of all documents: nodes may be created, moved and consolidated through it.
    pub is_whole: bool,
    /// It keeps decoded chunks.
    keeps: bool,
    /// Changes through other stores of the process do not reach what is kept above it.
    stands_alone: bool,
}

const PLAIN: Layer = Layer { word: "plain", changes: true, is_whole: true, keeps: false, stands_alone: false };

/// The group of the arrays, opened as a store by its own path.
const INSIDE: Layer = Layer { word: "inside", is_whole: false, stands_alone: true, ..PLAIN };

/// The wrapping stores. All pass on what is stored at once.
const WRAPS: [Layer; 7] = [
    Layer { word: "slow", ..PLAIN },
    Layer { word: "prefix", is_whole: false, ..PLAIN },
    Layer { word: "whole", ..PLAIN },
    Layer { word: "read_only", changes: false, ..PLAIN },
    // An overlay changes its uppermost store only, so that what is in the lower one can be read.
    Layer { word: "over", ..PLAIN },
    Layer { word: "under", changes: false, ..PLAIN },
    Layer { word: "cache", keeps: true, ..PLAIN },
];

/// A store of a history.
#[derive(Clone, Debug)]
pub struct Participant {
    /// The words of its layers, the lowest first.
    pub recipe: String,
    pub changes: bool,
    pub is_whole: bool,
    /// Of elements that are encoded.
    pub sight: Sight,
    /// What one store of a process writes is seen by another one at once if both have one origin.
    pub origin: usize,
    /// It is a plain handle, not a wrapping store.
    pub is_plain: bool,
    /// It is another program than the worker.
    pub program: Option<Program>,
}

impl Participant {
    fn plain(number: usize, kind: Kind, keeps: bool) -> Self {
        Self {
            recipe: if keeps { "keeps plain".to_owned() } else { "plain".to_owned() },
            changes: true,
            is_whole: true,
            sight: if keeps { Sight::Own } else { Sight::Now },
            // Two stores of one set of callbacks do not know of one another.
            origin: if kind == Kind::Callbacks { number } else { 0 },
            is_plain: true,
            program: None,
        }
    }

    fn stacked(lowest: usize, number: usize, layers: &[Layer], below: &Self, keeps: bool) -> Self {
        let mut made = below.clone();
        made.recipe = if keeps { "keeps".to_owned() } else { String::new() };
        if layers[0].word != INSIDE.word {
            let _ = write!(made.recipe, " {lowest}");
        }
        made.is_plain = false;
        for layer in layers {
            let _ = write!(made.recipe, " {}", layer.word);
            made.changes &= layer.changes;
            made.is_whole &= layer.is_whole;
            if layer.keeps {
                made.sight = Sight::Own;
            }
            if layer.stands_alone {
                made.origin = 100 + number;
            }
        }
        if keeps {
            made.sight = Sight::Own;
        }
        made
    }
}

/// True for a layer that `ZARR_HISTORIES_LAYERS` names, or if it names none.
fn is_asked_for(layer: &Layer) -> bool {
    let asked = std::env::var("ZARR_HISTORIES_LAYERS").unwrap_or_default();
    asked.is_empty() || asked.split(',').any(|word| word == layer.word)
}

/// The stores of one history: as many plain ones as `plain`, of which the first is that of the setup and of the last
/// look, and what is drawn.
pub fn draw(random: &mut Random, theme: Theme, kind: Kind, plain: usize) -> Vec<Participant> {
    let keeps = random.percent(50);
    let mut stores: Vec<Participant> =
        (0..plain).map(|number| Participant::plain(number, kind, keeps && number > 0)).collect();
    for _ in 0..1 + random.index(2) {
        let mut wraps: Vec<Layer> = WRAPS.into_iter().filter(is_asked_for).collect();
        if !theme.has_one_group() {
            wraps.retain(|layer| layer.is_whole);
        }
        let number = stores.len();
        let lowest = random.index(plain);
        let mut layers = Vec::new();
        let inside = is_asked_for(&INSIDE) && theme.has_one_group() && kind.is_shared();
        if inside && (wraps.is_empty() || random.percent(20)) {
            layers.push(INSIDE);
            wraps.retain(|layer| layer.is_whole);
        }
        for _ in 0..(1 + random.index(2)).min(wraps.len()) {
            layers.push(wraps.remove(random.index(wraps.len())));
        }
        if layers.is_empty() {
            continue;
        }
        // Each second stack has a store below that gives others time.
        if random.percent(50) && !layers.iter().any(|layer| layer.word == "slow" || layer.word == INSIDE.word) {
            layers.insert(0, WRAPS[0]);
        }
        let made = Participant::stacked(lowest, number, &layers, &stores[lowest], keeps && random.percent(70));
        stores.push(made);
    }
    stores
}
