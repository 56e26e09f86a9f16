//! The expression between syntax and program: resolved, but every test still knows its row, so that it can be ordered by
//! cost and explained.

use crate::base::{Charset, Fields};
use crate::eval::{Node, Test};
use crate::expr::{Cost, PatternSet, Role, Row};

/// A primary ready to run.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) row: &'static Row,
    /// Its operand as written; of joined tests none.
    pub(super) operand: Vec<u8>,
    pub(super) node: Node,
    /// What it may ask of an entry: by its row, and by its operand.
    pub(super) needs: Fields,
}

impl Step {
    pub(super) fn new(row: &'static Row, operand: Vec<u8>, node: Node) -> Self {
        let own = match &node {
            Node::Action(action) => action.needs(),
            _ => Fields::NONE,
        };
        Self { row, operand, node, needs: row.needs | own }
    }
}

/// What a tree is made of.
#[derive(Debug)]
pub(super) enum Form {
    Step(Box<Step>),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Comma(Vec<Tree>),
}

/// An expression with what is to be known of it as a whole.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) form: Form,
    /// It has no effect.
    pure: bool,
    /// Its dearest test.
    cost: Cost,
    /// What its tests may ask of an entry.
    pub(super) needs: Fields,
}

impl Tree {
    pub(super) fn step(step: Step) -> Self {
        let row = step.row;
        Self { pure: row.role == Role::Test, cost: row.cost, needs: step.needs, form: Form::Step(Box::new(step)) }
    }

    pub(super) fn not(inner: Self) -> Self {
        Self { pure: inner.pure, cost: inner.cost, needs: inner.needs, form: Form::Not(Box::new(inner)) }
    }

    /// A list of one is its member.
    pub(super) fn list(mut members: Vec<Self>, form: fn(Vec<Self>) -> Form) -> Self {
        match members.pop() {
            Some(only) if members.is_empty() => return only,
            last => members.extend(last),
        }
        let pure = members.iter().all(|member| member.pure);
        let cost = members.iter().map(|member| member.cost).max().unwrap_or(Cost::Free);
        let needs = members.iter().fold(Fields::NONE, |all, member| all | member.needs);
        Self { form: form(members), pure, cost, needs }
    }

    /// Puts the cheaper tests first.
    ///
    /// Only neighbours in a conjunction that both are without effect change places; what has an effect, or holds something
    /// that has, stays where it is and nothing crosses it. Neighbouring names in an alternative become one set.
    pub(super) fn order(&mut self, charset: Charset) {
        // Loops, not iterators, here and below: what recurses should have a small frame.
        match &mut self.form {
            Form::Step(_) => {}
            Form::Not(inner) => inner.order(charset),
            Form::And(members) | Form::Or(members) | Form::Comma(members) => {
                for member in members {
                    member.order(charset);
                }
            }
        }
        match &mut self.form {
            Form::And(members) => sort_runs(members),
            Form::Or(members) => {
                let joined = Self::list(join_names(std::mem::take(members), charset), Form::Or);
                self.form = joined.form;
            }
            Form::Step(_) | Form::Not(_) | Form::Comma(_) => {}
        }
    }

    /// The primaries in the order in which they may run.
    pub(super) fn steps(&self) -> Vec<&Step> {
        let (mut found, mut waiting) = (Vec::new(), vec![self]);
        while let Some(tree) = waiting.pop() {
            match &tree.form {
                Form::Step(step) => found.push(&**step),
                Form::Not(inner) => waiting.push(inner),
                Form::And(members) | Form::Or(members) | Form::Comma(members) => waiting.extend(members.iter().rev()),
            }
        }
        found
    }

    /// The program's form: rows are forgotten.
    pub(super) fn into_node(self) -> Node {
        match self.form {
            Form::Step(step) => step.node,
            Form::Not(inner) => Node::Not(Box::new(inner.into_node())),
            Form::And(members) => Node::And(into_nodes(members)),
            Form::Or(members) => Node::Or(into_nodes(members)),
            Form::Comma(members) => Node::Comma(into_nodes(members)),
        }
    }

    /// The pattern of a test of names, with its row.
    fn name(&self) -> Option<(&'static Row, &[u8])> {
        match &self.form {
            Form::Step(step) => match &step.node {
                Node::Test(Test::Name(pattern)) => Some((step.row, pattern.text())),
                _ => None,
            },
            _ => None,
        }
    }
}

fn into_nodes(members: Vec<Tree>) -> Vec<Node> {
    let mut nodes = Vec::with_capacity(members.len());
    for member in members {
        nodes.push(member.into_node());
    }
    nodes
}

fn sort_runs(members: &mut [Tree]) {
    members.chunk_by_mut(|a, b| a.pure && b.pure).for_each(|run| run.sort_by_key(|member| member.cost));
}

/// Joins neighbours that test names in the same way.
fn join_names(members: Vec<Tree>, charset: Charset) -> Vec<Tree> {
    let mut joined = Vec::with_capacity(members.len());
    let mut run: Vec<Tree> = Vec::new();
    for member in members {
        let alike = match (run.last().and_then(Tree::name), member.name()) {
            (Some((before, _)), Some((row, _))) => std::ptr::eq(before, row),
            _ => false,
        };
        if !alike {
            joined.extend(as_set(std::mem::take(&mut run), charset));
        }
        run.push(member);
    }
    joined.extend(as_set(run, charset));
    joined
}

/// One test for a run of alike ones; a run of one stays what it is.
fn as_set(run: Vec<Tree>, charset: Charset) -> Vec<Tree> {
    let patterns: Vec<&[u8]> = run.iter().filter_map(Tree::name).map(|(_, pattern)| pattern).collect();
    let Some((row, _)) = run.first().and_then(Tree::name).filter(|_| patterns.len() > 1) else { return run };
    let fold_case = row.name() == "-iname";
    let node = Node::Test(Test::Names(PatternSet::new(&patterns, charset, fold_case)));
    vec![Tree::step(Step::new(row, Vec::new(), node))]
}
