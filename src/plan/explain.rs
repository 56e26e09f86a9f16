//! The text of `--explain`: how the walk would be done. Plain lines, the same for the same request.

use super::settings::Settings;
use super::tree::{Form, Step, Tree};
use crate::base::{Charset, Fields};
use crate::engine::{Follow, Io, Mounts, WalkSpec};
use crate::eval::{Action, Node, Test};
use crate::expr::{Cost, push_word};

/// The column where a line's text begins.
const TEXT_COLUMN: usize = 12;

/// Explains a plan.
pub(super) fn explain(spec: &WalkSpec, settings: &Settings, (tree, exclude): (&Tree, Option<&Tree>), charset: Charset) -> Vec<u8> {
    let mut page = Page { text: Vec::new(), charset };
    page.walk(spec);
    if settings.deletes {
        page.heading("unlinks");
        page.say("by name, in the directory that is open");
    }
    page.asks(tree);
    page.heading("serial");
    page.say(serial(spec, settings));
    page.calls(spec);
    if let Some(exclude) = exclude {
        page.text.extend_from_slice(b"excluded\n");
        page.tree(exclude, 1);
    }
    page.text.extend_from_slice(b"expression\n");
    page.tree(tree, 1);
    page.text
}

fn serial(spec: &WalkSpec, settings: &Settings) -> &'static str {
    match (spec.serial, settings.quits, settings.runs_each) {
        (true, ..) => "every visit, in the order of the tree: -s with what ends the walk, deletes or runs commands; reading runs ahead",
        (false, true, false) => "an entry's actions, from its first one on: -quit must end all output",
        (false, _, true) => "an entry's actions, from its first one on: its command belongs to its output",
        (false, false, false) if settings.cats_before_changes() => {
            "an entry's actions, from its first one on: what it holds is written before something is done to it"
        }
        (false, false, false) => "nothing",
    }
}

struct Page {
    text: Vec<u8>,
    charset: Charset,
}

impl Page {
    fn heading(&mut self, name: &str) {
        self.text.extend_from_slice(format!("{name:TEXT_COLUMN$}").as_bytes());
    }

    fn say(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
        self.text.push(b'\n');
    }

    fn walk(&mut self, spec: &WalkSpec) {
        self.heading("roots");
        for (at, root) in spec.roots.iter().enumerate() {
            if at > 0 {
                self.text.push(b' ');
            }
            push_word(&mut self.text, root.to_bytes(), self.charset);
        }
        self.say("");
        self.heading("links");
        self.say(match spec.follow {
            Follow::Never => "never followed",
            Follow::Roots => "followed where they are roots",
            Follow::Always => "followed; each link and each directory costs a stat",
        });
        self.heading("depth");
        match spec.max_depth {
            u32::MAX => self.say(&format!("from {}", spec.min_depth)),
            max => self.say(&format!("from {} to {max}", spec.min_depth)),
        }
        self.heading("order");
        self.text.extend_from_slice(if spec.sorted { b"sorted by name, " } else { b"as found, " });
        self.say(if spec.post_order { "a directory after what is in it" } else { "a directory before what is in it" });
        self.heading("mounts");
        self.say(match spec.mounts {
            Mounts::Cross => "crossed",
            Mounts::Stay => "visited, not entered; each directory costs a stat",
            Mounts::Hide | Mounts::HideAll => "left out; each entry costs a stat",
        });
    }

    /// What is decided without a stat, and what is asked for the rest.
    fn asks(&mut self, tree: &Tree) {
        let steps = tree.steps();
        self.heading("getdents");
        let known = |step: &Step| matches!(step.row.cost, Cost::Name | Cost::Kind);
        self.names(steps.iter().filter(|step| known(step)).map(|step| step.row.name()));
        // The type comes with the name; a file system that keeps it back answers with the stat.
        let (stat, beyond) = (tree.needs.in_stat().without(Fields::KIND), tree.needs.without(tree.needs.in_stat()));
        for (heading, fields) in [("statx", stat), ("beyond", beyond)] {
            self.heading(heading);
            let asked: Vec<String> =
                Fields::ALL.iter().filter(|(field, _)| fields.has(*field)).map(|field| asked(*field, &steps)).collect();
            self.names(asked.iter().map(String::as_str));
        }
    }

    /// A list without repetitions.
    fn names<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        let mut seen: Vec<&str> = Vec::new();
        for name in names {
            if !seen.contains(&name) {
                seen.push(name);
            }
        }
        self.say(if seen.is_empty() { "nothing".to_owned() } else { seen.join(", ") }.as_str());
    }

    fn calls(&mut self, spec: &WalkSpec) {
        self.heading("io");
        self.say(match spec.io {
            Io::Auto => "auto",
            Io::Ring => "ring",
            Io::Sync => "sync",
        });
        self.heading("threads");
        self.say(&spec.threads.to_string());
    }

    fn tree(&mut self, tree: &Tree, indent: usize) {
        self.text.resize(self.text.len() + 2 * indent, b' ');
        let (word, members) = match &tree.form {
            Form::Step(step) => return self.step(step),
            Form::Not(inner) => ("not", std::slice::from_ref(&**inner)),
            Form::And(members) => ("and", &members[..]),
            Form::Or(members) => ("or", &members[..]),
            Form::Comma(members) => ("comma", &members[..]),
        };
        self.say(word);
        members.iter().for_each(|member| self.tree(member, indent + 1));
    }

    fn step(&mut self, step: &Step) {
        self.text.extend_from_slice(step.row.name().as_bytes());
        if let Node::Action(Action::Run(task)) = &step.node {
            for word in task.written() {
                self.text.push(b' ');
                push_word(&mut self.text, word, self.charset);
            }
        } else if !step.row.label().is_empty() && !matches!(step.node, Node::Test(Test::Names(_))) {
            self.text.push(b' ');
            push_word(&mut self.text, &step.operand, self.charset);
        }
        match &step.node {
            Node::Test(Test::Name(pattern) | Test::Path(pattern)) => self.say(&format!(" ({})", pattern.strategy())),
            Node::Test(Test::Names(set)) => self.say(&format!(" of {} patterns ({})", set.len(), set.strategy())),
            _ => self.say(""),
        }
    }
}

/// A field with the tests that ask for it.
fn asked((field, name): (Fields, &str), steps: &[&Step]) -> String {
    let mut tests: Vec<&str> = Vec::new();
    for step in steps.iter().filter(|step| step.needs.has(field)) {
        if !tests.contains(&step.row.name()) {
            tests.push(step.row.name());
        }
    }
    format!("{name} ({})", tests.join(" "))
}
