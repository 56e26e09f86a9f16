//! `uwalk` walks directory trees in parallel on Linux: find's language, near the floor of what the kernel can do.
//!
//! # The map
//!
//! Data flows one way, and imports point the way it flows: each stage owns the type of its input, and the stage before
//! fills it in.
//!
//! ```text
//! argv -> cli -> Request -> plan -> WalkSpec -> engine --Entry--> eval --records--> output -> stdout
//!                                \-> Program ---------------------^  \--Problem---> report -> stderr, exit status
//!                                              engine <----Flow-----/     (the one value that flows back)
//! ```
//!
//! `engine` knows nothing of expressions and output, `expr` nothing of evaluation, and only `sys` calls the kernel.
//! What follows is one line for every file, in the order of that flow.
//!
//! - `main.rs`: calls `run`.
//! - `lib.rs`: this map.
//! - `run.rs`: the stages of a run, one after the other.
//!
//! **`cli/`**: argv to a `Request`, or what is wrong with it.
//! - `cli/mod.rs`: reads the words: flags, paths, options of the program; primaries go to the parser.
//! - `cli/globals.rs`: the options of the program, one row each.
//! - `cli/options/mod.rs`: command lines of GNU's form, which du and ls have; `cli/options/opt.rs`: what a row says of an option.
//! - `cli/options/getopt.rs`: words to options; `cli/options/command.rs`: the options as clap has them, and its `--help`.
//! - `cli/du/mod.rs`: the command line of du; `cli/du/tests.rs`: tests of it.
//! - `cli/du/rows.rs`: GNU's options, `cli/du/extras.rs`: the others, `cli/du/group.rs`: their headings.
//! - `cli/du/filter.rs`: the expression of `--where`; `cli/du/draft.rs`: options to a request, and what must not stand together.
//! - `cli/ls/mod.rs`: the command line of ls; `cli/ls/tests.rs`: tests of it.
//! - `cli/ls/rows.rs`, `cli/ls/looks.rs`: GNU's options, `cli/ls/extras.rs`: the others, `cli/ls/group.rs`: their headings.
//! - `cli/ls/words.rs`: the words that they take; `cli/ls/draft.rs`: options to a request.
//! - `cli/items.rs`: options and primaries alike, for the texts about them.
//! - `cli/help.rs`: the texts of `--help`, its topics and `--version`.
//! - `cli/documents/mod.rs`: what `--generate` prints, folded from the rows.
//! - `cli/documents/man.rs`: the manual pages.
//! - `cli/documents/prose.rs`, `cli/documents/prose_du.rs`, `cli/documents/prose_ls.rs`: what they say beside the rows.
//! - `cli/documents/bash.rs`, `cli/documents/zsh.rs`, `cli/documents/fish.rs`: what shells complete.
//! - `cli/tests.rs`: tests of the command line.
//!
//! **`expr/`**: find's language, without anything that has to be looked up.
//! - `expr/mod.rs`: what others may use of it.
//! - `expr/row.rs`: what a row says of a primary.
//! - `expr/rows/mod.rs`: all rows, and the row of a name.
//! - `expr/rows/options.rs`, `expr/rows/operators.rs`, `expr/rows/questions.rs`, `expr/rows/actions.rs`: the rows.
//! - `expr/rows/records.rs`: the rows of actions that write more than a path, or to files.
//! - `expr/rows/commands.rs`: the rows of actions that run commands or end the walk.
//! - `expr/rows/attributes.rs`, `expr/rows/extras.rs`, `expr/rows/regex.rs`, `expr/rows/times.rs`: more of them, by topic.
//! - `expr/operands.rs`: how operands are read; with `expr/count.rs`, `expr/size.rs`, `expr/age.rs` and `expr/perm.rs`.
//! - `expr/primary.rs`: a primary with its operand read.
//! - `expr/parse.rs`: words to a tree; tested by `expr/parse_tests.rs`.
//! - `expr/command.rs`: the words of a command.
//! - `expr/ast.rs`: the tree.
//! - `expr/error.rs`: a mistake in the command line, and how it is shown.
//! - `expr/exclude.rs`: patterns of paths that du leaves out.
//! - `expr/suggest.rs`: the nearest of the known names.
//! - `expr/pattern.rs`: a compiled pattern, by the cheapest of the ways below.
//! - `expr/pattern/shape.rs`: text around `*`, by comparing slices.
//! - `expr/pattern/fnmatch.rs`: everything that fnmatch(3) can do.
//! - `expr/pattern/ctype.rs`: character classes and cases as the C library has them.
//! - `expr/pattern/set.rs`: several patterns as one test.
//! - `expr/pattern/globs.rs`: many patterns as one automaton.
//! - `expr/pattern/tests.rs`: patterns against the C library, which `expr/pattern/oracle.rs` calls.
//! - `expr/regex.rs`: a compiled regular expression.
//! - `expr/regex/syntax.rs`: the types, and in what they differ.
//! - `expr/regex/token.rs`, `expr/regex/parse.rs`, `expr/regex/set.rs`: a pattern to the engine's tree.
//! - `expr/regex/tests.rs`: what each construct means; `expr/regex/oracle.rs`: random ones against the C library.
//! - `expr/date.rs`: what a date says.
//! - `expr/date/lexer.rs`, `expr/date/words.rs`, `expr/date/parse.rs`: how it is read.
//!
//! **`plan/`**: a `Request` to a `WalkSpec` and a `Program`.
//! - `plan/mod.rs`: puts the plan together.
//! - `plan/request.rs`: what the command line asks for.
//! - `plan/settings.rs`: what the options and actions say about the walk as a whole.
//! - `plan/resolve.rs`: names to numbers, reference files to times, patterns to matchers.
//! - `plan/dress.rs`: what paths wear on a terminal; `plan/colours.rs`: whether they are coloured, and how.
//! - `plan/roots.rs`: starting points from a list.
//! - `plan/gate.rs`: what is left out of the walk.
//! - `plan/records.rs`: what actions write: formats read.
//! - `plan/command.rs`: commands, and what PATH must not hold.
//! - `plan/places.rs`: options that act on what is written after them.
//! - `plan/window.rs`: ages to instants.
//! - `plan/date.rs`: dates to instants; `plan/date/tests.rs` compares with date(1).
//! - `plan/tree.rs`: the tests in the order of their cost.
//! - `plan/explain.rs`: the text of `--explain`.
//! - `plan/du/mod.rs`: a sum of disk usage; `plan/du/request.rs`: what is asked for, `plan/du/exclude.rs`: what is left out,
//!   `plan/du/overlap.rs`: whether arguments overlap.
//! - `plan/ls/mod.rs`: a listing; `plan/ls/request.rs`: what is asked for, `plan/ls/colours.rs`: whether it is coloured.
//!
//! **`engine/`**: the walk.
//! - `engine/mod.rs`: starts it.
//! - `engine/spec.rs`: `WalkSpec`, and the `Visit` that sees the entries.
//! - `engine/crew.rs`: the workers as a group, and how they stop.
//! - `engine/unordered.rs`: the walk in the order of finding.
//! - `engine/pool.rs`: the jobs that its workers share.
//! - `engine/ordered.rs`: the walk in the order of the tree.
//! - `engine/line.rs`: the jobs that its workers share.
//! - `engine/survivors.rs`: what it keeps of a directory.
//! - `engine/worker.rs`: what every worker has.
//! - `engine/again.rs`: another look at directories that unlinking may have hidden names of.
//! - `engine/descriptors.rs`: opening directories, letting go of them, opening them again.
//! - `engine/entry.rs`: an entry's way from the directory to the visitor.
//! - `engine/dir.rs`: a directory and what of it is not done.
//! - `engine/backend.rs`: plain calls or a ring.
//! - `engine/depth.rs`: how many of them at once; `engine/pulse.rs`: how they are.
//! - `engine/list/mod.rs`: one directory at a time, for listings; `engine/list/gather.rs`: its names, `engine/list/ask.rs`: the rest.
//!
//! **`eval/`**: the expression against an entry.
//! - `eval/mod.rs`: implements `Visit`.
//! - `eval/program.rs`: the expression as it is run.
//! - `eval/sieve.rs`: what name and type alone decide.
//! - `eval/gate.rs`: what keeps entries out.
//! - `eval/visit.rs`: all of it, with its effects.
//! - `eval/answer.rs`: what an entry answers to each test.
//! - `eval/attributes.rs`: those that ask more than a stat; `eval/mounts.rs`: types of file systems.
//! - `eval/act.rs`: what is done with it.
//! - `eval/contents.rs`: what files hold, as output.
//! - `eval/lane.rs`: where actions run one entry at a time.
//! - `eval/task.rs`: a command and the paths that wait for it; `eval/run.rs`: how it is run.
//! - `eval/look.rs`: what a path's colour depends on; `eval/places.rs`: absolute paths, for links.
//! - `eval/record.rs`: what is gathered of an entry and written.
//! - `eval/own.rs`: what a worker has to itself.
//! - `eval/owners.rs`: the names of users and groups.
//! - `eval/zone.rs`: the local time zone, remembered.
//! - `eval/du/mod.rs`: du, the other visitor: a fold over the walk.
//! - `eval/du/program.rs`: what it is to do; `eval/du/node.rs`: directories with sums, `eval/du/named.rs`: links in them.
//! - `eval/du/front.rs`: what happens in the order of the tree: charging, and lines.
//! - `eval/ls/mod.rs`: ls, which lists directory by directory; `eval/ls/program.rs`: what it is to do.
//! - `eval/ls/order.rs`: the order of entries, `eval/ls/version.rs`: by the numbers in their names; `eval/ls/places.rs`: absolute paths.
//! - `eval/du/seen.rs`: sets of inodes; `eval/du/top.rs`: the largest lines; `eval/du/progress.rs`: what SIGINT tells.
//!
//! **`render/`**: an entry to bytes, pure.
//! - `render/mod.rs`: what others may use of it.
//! - `render/facts.rs`: what an entry is rendered from.
//! - `render/template.rs`: formats of `-printf`.
//! - `render/directive.rs`: their directives.
//! - `render/field.rs`: width, precision and flags; `render/float.rs`: `%g`.
//! - `render/time.rs`: instants by strftime(3)'s letters; `render/civil.rs`: the calendar.
//! - `render/date.rs`: formats of date(1); `render/strftime.rs`: one conversion of theirs.
//! - `render/amount.rs`: sums in units or with letters.
//! - `render/path.rs`, `render/mode.rs`, `render/number.rs`: parts of paths, permissions, plain numbers.
//! - `render/dress.rs`: paths on a terminal: `render/colour.rs`: their colours; `render/link.rs`: links around them;
//!   `render/icon.rs`: icons before them.
//! - `render/json.rs`: objects of JSON.
//! - `render/ls/mod.rs`: listings; `render/ls/style.rs`: how they look, `render/ls/widths.rs`: how wide their columns are.
//! - `render/ls/sheet.rs`: names and their marks; `render/ls/long.rs`: long lines, `render/ls/columns.rs`: many names in a line.
//! - `render/ls/paint.rs`: their colours; `render/ls/times.rs`: the forms of times.
//! - `render/long.rs`: the line of `-ls`; `render/escape.rs`: names in it.
//!
//! **`output/`**: blocks of whole records to a descriptor.
//! - `output/outputs.rs`: standard output and the files of an expression.
//! - `output/mod.rs`: an output and its parts.
//! - `output/writer.rs`: a worker's end.
//! - `output/contents.rs`: a file that waits to be poured.
//! - `output/segment.rs`: the order of the tree.
//! - `output/printer.rs`: the thread that writes.
//! - `output/sink.rs`: the descriptor, and the first error.
//!
//! - `report.rs`: problems to standard error, and the exit status.
//! - `watch.rs`: signals that end a run, and walks that get no answers.
//!
//! **`sys/`**: safe doors to the kernel and the C library, the only home of `unsafe`.
//! - `sys/mod.rs`: the doors.
//! - `sys/dirs.rs`: opening, reading and removing.
//! - `sys/stat.rs`: statx(2).
//! - `sys/ring.rs`: io_uring; `sys/recall.rs`: rings of a process that ends.
//! - `sys/terminal.rs`: the terminal's size; `sys/glyphs.rs`: how characters look on it.
//! - `sys/access.rs`, `sys/xattr.rs`: permission, extended attributes.
//! - `sys/files.rs`: whole files.
//! - `sys/place.rs`: absolute paths, the name of the machine.
//! - `sys/users.rs`: users and groups.
//! - `sys/file.rs`: links' targets, security contexts, files to write to.
//! - `sys/mounts.rs`: what is mounted where.
//! - `sys/names.rs`: lists of names.
//! - `sys/write.rs`: writing.
//! - `sys/pour.rs`: from a file to another descriptor.
//! - `sys/start.rs`: C's `main`.
//! - `sys/process.rs`: signals.
//! - `sys/spawn.rs`: starting a program.
//! - `sys/input.rs`: standard input.
//! - `sys/limits.rs`: descriptors, processors, arguments.
//! - `sys/clock.rs`: the time.
//! - `sys/pace.rs`: a bound on operations a second.
//! - `sys/blocked.rs`: what threads wait for in the kernel.
//! - `sys/localtime.rs`: the local time zone.
//!
//! **`base/`**: the words that all share.
//! - `base/mod.rs`: what they are.
//! - `base/bounds.rs`: every bound, with its reason.
//! - `base/chain.rs`: chains of shared values.
//! - `base/counts.rs`: what a walk cost.
//! - `base/entry.rs`: what the engine shows of the tree, and `Flow`.
//! - `base/fields.rs`: what somebody wants to know of an entry.
//! - `base/stat.rs`: what a stat told.
//! - `base/kind.rs`: types of files.
//! - `base/problem.rs`: what can go wrong with a file.
//! - `base/quote.rs`: names on a terminal; `base/quoting.rs`: in the styles of ls.
//! - `base/details.rs`: what a listing knows of an entry.
//! - `base/locale.rs`: bytes or characters.
//! - `base/scaled.rs`: numbers with a unit.
//! - `base/abbreviation.rs`: words that are shortened.

pub mod base;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod expr;
pub mod output;
pub mod plan;
pub mod render;
pub mod report;
pub mod run;
pub mod sys;
pub mod watch;
