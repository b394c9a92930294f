import { expect, test } from 'vitest';
import { recordMoments } from '../../tests/harness/running/recording.ts';
import { blobOf, writeFit, writeGpx } from '../../tests/harness/running/write-files.ts';
import { buffersOf } from '../run.ts';
import { readRunFile } from './read-run-file.ts';

test('a large file is read in chunks, and the event loop runs meanwhile', async () => {
  const file = blobOf(writeGpx(recordMoments(15_000)));
  let turns = 0;
  let read = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const pieces: number[] = [];
  const [run] = await readRunFile(file, {
    onBytes: (count) => {
      read += count;
      pieces.push(turns);
    },
  });
  clearInterval(timer);
  expect(run?.track.time).toHaveLength(15_000);
  expect(read).toBe(file.size);
  // The event loop ran between the first chunk and the last.
  expect(pieces.at(-1)).toBeGreaterThan(pieces[0] ?? 0);
});

test('a run goes from a worker to the page without a copy', async () => {
  const [run] = await readRunFile(blobOf(writeFit(recordMoments(50))));
  if (!run) throw new Error('no run');
  const there = structuredClone(run, { transfer: buffersOf(run) });
  expect(there.track.heartRate[3]).toBe(143);
  expect(run.track.time).toHaveLength(0);
});

test('reading stops on abort', async () => {
  const stop = new AbortController();
  const reading = readRunFile(blobOf(writeGpx(recordMoments(5000))), {
    signal: stop.signal,
    onBytes: () => stop.abort(new Error('enough')),
  });
  await expect(reading).rejects.toThrow('enough');
});
