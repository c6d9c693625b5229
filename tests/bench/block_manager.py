"""A block manager in plain Python, the peer of tlkv's: block tables by ids and counts, first in first out.

Run as a program it forks, appends (which copies on write) and frees, as tests/bench/churn.cc does, and prints the
seconds a step."""

import json
import time
from collections import deque


class OutOfBlocks(Exception):
    pass


class BlockManager:
    def __init__(self, num_blocks, block_size):
        self.block_size = block_size
        self.free = deque(range(num_blocks))
        self.ref = [0] * num_blocks
        self.tables = {}
        self.lens = {}

    def allocate(self, seq, n_tokens):
        needed = -(-n_tokens // self.block_size)
        if needed > len(self.free):
            raise OutOfBlocks
        self.tables[seq] = [self._take() for _ in range(needed)]
        self.lens[seq] = n_tokens

    def append_slot(self, seq):
        table = self.tables[seq]
        offset = self.lens[seq] % self.block_size
        cow_src = None
        if offset == 0:
            table.append(self._take())
        elif self.ref[table[-1]] > 1:
            cow_src = table[-1]
            table[-1] = self._take()
            self.ref[cow_src] -= 1
        self.lens[seq] += 1
        return table[-1], offset, cow_src

    def fork(self, parent, child):
        table = self.tables[parent]
        ref = self.ref
        for block in table:
            ref[block] += 1
        self.tables[child] = table.copy()
        self.lens[child] = self.lens[parent]

    def free_seq(self, seq):
        ref, free = self.ref, self.free
        for block in reversed(self.tables.pop(seq)):
            ref[block] -= 1
            if ref[block] == 0:
                free.append(block)
        del self.lens[seq]

    def _take(self):
        if not self.free:
            raise OutOfBlocks
        block = self.free.popleft()
        self.ref[block] = 1
        return block


def step(manager):
    for seq in range(8):
        manager.fork(seq, 100 + seq)
    for seq in range(8):
        manager.append_slot(100 + seq)
    for seq in range(8):
        manager.free_seq(100 + seq)


def main():
    manager = BlockManager(1024, 16)
    for seq in range(8):
        manager.allocate(seq, 40 * 16 - 8)
    best = float("inf")
    for _ in range(20):
        start = time.process_time()
        for _ in range(200):
            step(manager)
        best = min(best, (time.process_time() - start) / 200)
    assert len(manager.free) == 1024 - 8 * 40 and sum(manager.ref) == 8 * 40
    print(json.dumps({"BlockManager in Python": best}))


if __name__ == "__main__":
    main()
