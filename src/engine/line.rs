//! Jobs in the order of the tree: a doubly linked list in a vector, with the places of those that are being worked at.

/// The line; its first job is the front.
pub(super) struct Line<J> {
    links: Vec<Link<J>>,
    free: Vec<usize>,
    /// Workers that wait for a job.
    pub parked: usize,
}

struct Link<J> {
    before: usize,
    after: usize,
    /// `None`: somebody has it.
    job: Option<J>,
}

/// The link that closes the ring: its `after` is the front.
const ENDS: usize = 0;

impl<J> Line<J> {
    pub(super) fn new(first: J) -> Self {
        let mut line = Self { links: vec![Link { before: ENDS, after: ENDS, job: None }], free: Vec::new(), parked: 0 };
        line.insert_before(ENDS, first);
        line
    }

    pub(super) fn is_empty(&self) -> bool {
        self.links[ENDS].after == ENDS
    }

    pub(super) fn is_front(&self, place: usize) -> bool {
        self.links[ENDS].after == place
    }

    /// Whether there are more jobs that nobody has than workers that wait for one.
    pub(super) fn wants_workers(&self) -> bool {
        self.parked == 0 && self.has_idle_job()
    }

    /// Whether somebody else could do something.
    pub(super) fn has_idle_job(&self) -> bool {
        let mut place = self.links[ENDS].after;
        while place != ENDS && self.links[place].job.is_none() {
            place = self.links[place].after;
        }
        place != ENDS
    }

    /// The first job that nobody has; with `front_only` the front, if nobody has it.
    pub(super) fn take(&mut self, front_only: bool) -> Option<(usize, J)> {
        let mut place = self.links[ENDS].after;
        while place != ENDS {
            if let Some(job) = self.links[place].job.take() {
                return Some((place, job));
            }
            if front_only {
                return None;
            }
            place = self.links[place].after;
        }
        None
    }

    pub(super) fn insert_before(&mut self, place: usize, job: J) {
        let before = self.links[place].before;
        let link = Link { before, after: place, job: Some(job) };
        let index = match self.free.pop() {
            Some(index) => {
                self.links[index] = link;
                index
            }
            None => {
                self.links.push(link);
                self.links.len() - 1
            }
        };
        self.links[before].after = index;
        self.links[place].before = index;
    }

    pub(super) fn put_back(&mut self, place: usize, job: J) {
        self.links[place].job = Some(job);
    }

    pub(super) fn remove(&mut self, place: usize) {
        let (before, after) = (self.links[place].before, self.links[place].after);
        self.links[before].after = after;
        self.links[after].before = before;
        self.free.push(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_goes_before_its_finder() {
        let mut line = Line::new("root");
        let (root, _) = line.take(false).unwrap();
        line.insert_before(root, "a");
        line.insert_before(root, "b");
        assert!(!line.is_front(root));
        let (a, job) = line.take(false).unwrap();
        assert_eq!(job, "a");
        line.insert_before(a, "a/x");
        assert_eq!(line.take(true).unwrap().1, "a/x");
        // The front is taken: with `front_only` nothing is left.
        assert!(line.take(true).is_none());
        assert_eq!(line.take(false).unwrap().1, "b");
        line.put_back(a, "a again");
        assert_eq!(line.take(false).unwrap().1, "a again");
    }

    #[test]
    fn places_are_used_again() {
        let mut line = Line::new(0);
        for job in 1..100 {
            let (place, _) = line.take(false).unwrap();
            line.insert_before(place, job);
            line.remove(place);
        }
        assert!(line.links.len() <= 3);
        let (place, _) = line.take(false).unwrap();
        line.remove(place);
        assert!(line.is_empty());
    }
}
