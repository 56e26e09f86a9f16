//! The names of a directory in blocks. Where there is much to ask, threads take blocks while the directory is still read.

use super::{Asker, BLOCK, Block, Fault, Lister, Listing};
use crate::base::{Kind, bounds};
use crate::sys::dirs;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

impl Lister {
    /// Reads a directory: the entries whose names are to `keep`, with what is asked of them. The errno is what ended it early.
    pub fn read(&mut self, dir: &Arc<OwnedFd>, keep: &impl Fn(&[u8]) -> bool) -> (Listing, Option<i32>) {
        let mut listing = Listing::default();
        let (mut done, mut counted, mut asked) = (0, 0, 0);
        loop {
            match self.read_more(dir, keep, &mut listing.blocks) {
                Ok(true) => {}
                Ok(false) => break,
                Err(errno) => {
                    self.ask(dir, &mut listing.blocks[done..]);
                    return (listing, Some(errno));
                }
            }
            if let Some(block) = listing.blocks.first_mut() {
                self.decide(dir, block);
            }
            if self.waits {
                continue;
            }
            if self.ring.is_some() {
                let full = listing.blocks.iter().rposition(|block| block.files.len() == BLOCK).map_or(0, |at| at + 1);
                self.ask(dir, &mut listing.blocks[done..full]);
                done = full;
                continue;
            }
            // Whether so many entries are to be stat'ed that another thread is worth its start.
            let full = listing.blocks.len().saturating_sub(1);
            asked += listing.blocks[counted..full].iter().map(|block| self.asked_of(block)).sum::<usize>();
            counted = full;
            if asked > bounds::LIST_ALONE && self.workers() > 1 {
                return self.read_together(dir, keep, listing.blocks);
            }
        }
        self.ask(dir, &mut listing.blocks[done..]);
        (listing, None)
    }

    /// Reads a piece of a directory; `None` at its end.
    ///
    /// # Errors
    /// The errno of getdents64(2).
    pub fn piece(&mut self, dir: &Arc<OwnedFd>, keep: &impl Fn(&[u8]) -> bool) -> Result<Option<Listing>, i32> {
        let mut piece = Listing::default();
        let more = self.read_more(dir, keep, &mut piece.blocks)?;
        self.ask(dir, &mut piece.blocks);
        Ok(more.then_some(piece))
    }

    /// Reads one buffer; false at the end.
    fn read_more(&mut self, dir: &Arc<OwnedFd>, keep: &impl Fn(&[u8]) -> bool, blocks: &mut Vec<Block>) -> Result<bool, i32> {
        self.buffer.clear();
        if dirs::read(dir.as_fd(), &mut self.buffer, bounds::GETDENTS_BYTES)? == 0 {
            return Ok(false);
        }
        for record in dirs::all_records(&self.buffer).filter(|record| keep(record.name.to_bytes())) {
            if blocks.last().is_none_or(|block| block.files.len() == BLOCK) {
                blocks.push(Block::default());
            }
            if let Some(block) = blocks.last_mut() {
                block.push(record.name, Kind::from_d_type(record.d_type));
            }
        }
        Ok(true)
    }

    fn ask(&mut self, dir: &Arc<OwnedFd>, blocks: &mut [Block]) {
        if self.waits {
            return self.ask_in_depth(dir, blocks);
        }
        for block in blocks {
            match &mut self.ring {
                Some(ring) => self.asker.block_by_ring(&self.spec, dir, ring, block),
                None => {
                    self.asker.block(&self.spec, dir, block, usize::MAX);
                }
            }
        }
    }

    /// Asks a few entries and measures the time: where each waits, many are to wait at once.
    fn decide(&mut self, dir: &Arc<OwnedFd>, block: &mut Block) {
        if !std::mem::replace(&mut self.undecided, false) || block.files.len() < bounds::LIST_PROBES {
            return;
        }
        let began = Instant::now();
        let count = self.asker.block(&self.spec, dir, block, bounds::LIST_PROBES);
        self.waits = count > 0 && began.elapsed() > Duration::from_micros(bounds::LIST_SLOW_US) * count;
    }

    /// Asks by threads, and not by a ring: each call of theirs ends with the process, whatever the file system does.
    fn ask_in_depth(&self, dir: &Arc<OwnedFd>, blocks: &mut [Block]) {
        let threads = self.spec.threads.unwrap_or(bounds::LIST_DEPTH);
        let faults: Mutex<Vec<(usize, Fault)>> = Mutex::default();
        let pieces = Mutex::new(blocks.iter_mut().enumerate().flat_map(|(at, block)| {
            let Block { names, files, .. } = block;
            let names: &[u8] = names;
            files.chunks_mut(bounds::LIST_PIECE).enumerate().map(move |(piece, files)| (at, names, piece * bounds::LIST_PIECE, files))
        }));
        let work = || {
            let mut asker = Asker::default();
            let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((block, names, first, files)) = next() {
                asker.entries(&self.spec, dir, names, first, files, |fault| {
                    faults.lock().unwrap_or_else(PoisonError::into_inner).push((block, fault));
                });
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // A thread that cannot be started is not needed.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        for (block, fault) in faults.into_inner().unwrap_or_else(PoisonError::into_inner) {
            blocks[block].faults.push(fault);
        }
        blocks.iter_mut().for_each(|block| block.faults.sort_by_key(|fault| fault.at));
    }

    /// How many entries of a block are to be stat'ed.
    fn asked_of(&self, block: &Block) -> usize {
        block.files.iter().filter(|file| self.spec.stated.has(file.details.kind)).count()
    }

    /// Reads the rest of a directory, and has all entries asked by several threads.
    fn read_together(&mut self, dir: &Arc<OwnedFd>, keep: &impl Fn(&[u8]) -> bool, blocks: Vec<Block>) -> (Listing, Option<i32>) {
        let (give, take) = crossbeam_channel::unbounded::<(usize, Block)>();
        let spec = &self.spec.clone();
        let mut given = 0;
        let mut errno = None;
        let mut done = std::thread::scope(|scope| {
            let work = move |take: crossbeam_channel::Receiver<(usize, Block)>| {
                let mut asker = Asker::default();
                let mut done = Vec::new();
                while let Ok((at, mut block)) = take.recv() {
                    asker.block(spec, dir, &mut block, usize::MAX);
                    done.push((at, block));
                }
                done
            };
            let mut workers = Vec::new();
            for _ in 1..self.workers() {
                let take = take.clone();
                // A thread that cannot be started is not needed.
                workers.extend(std::thread::Builder::new().spawn_scoped(scope, move || work(take)).ok());
            }
            let mut pending = blocks;
            loop {
                // The last block may not be full yet.
                let full = pending.iter().take_while(|block| block.files.len() == BLOCK).count();
                for block in pending.drain(..full) {
                    // Both ends are here.
                    let _ = give.send((given, block));
                    given += 1;
                }
                match self.read_more(dir, keep, &mut pending) {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => {
                        errno = Some(error);
                        break;
                    }
                }
            }
            for block in pending {
                let _ = give.send((given, block));
                given += 1;
            }
            drop(give);
            let mut done = work(take);
            workers.into_iter().for_each(|worker| done.extend(worker.join().unwrap_or_default()));
            done
        });
        done.sort_unstable_by_key(|(at, _)| *at);
        (Listing { blocks: done.into_iter().map(|(_, block)| block).collect() }, errno)
    }
}
