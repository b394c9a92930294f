import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figure.ts';

/** What a measurement is given. Whatever it starts or writes goes through here, so that nothing is left behind. */
export interface Bench {
  /** The checkout that is measured. */
  siteFolder: string;
  /** Where packages live that only a measurement needs. */
  peersFolder: string;
  /** A new empty folder that is removed after the measurement. */
  createFolder(name: string): Promise<string>;
  /** Runs after the measurement, however it ends; the last one registered runs first. */
  afterwards(step: () => Promise<void>): void;
  /** Ends what is still running when the measurement is broken off. */
  signal: AbortSignal;
  say(line: string): void;
}

export type Measurement = (bench: Bench) => Promise<Figure[]>;

export interface OpenBench extends Bench {
  /** Ends everything the measurement started. Safe to call twice. */
  close(): Promise<void>;
}

export function openBench(siteFolder: string, benchFolder: string, say: (line: string) => void): OpenBench {
  const steps: (() => Promise<void>)[] = [];
  const ending = new AbortController();
  return {
    siteFolder,
    peersFolder: join(benchFolder, '.peers'),
    signal: ending.signal,
    say,
    afterwards: (step) => void steps.push(step),
    async createFolder(name) {
      const parent = join(benchFolder, '.work');
      await mkdir(parent, { recursive: true });
      const folder = await mkdtemp(join(parent, `${name}-`));
      // The embedded Postgres does not run as root, and its user has to pass through.
      await chmod(folder, 0o711);
      steps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
      return folder;
    },
    async close() {
      ending.abort();
      // One step that fails must not keep the others from being taken.
      for (let step = steps.pop(); step; step = steps.pop())
        await step().catch((error) => say(String(error)));
    },
  };
}
