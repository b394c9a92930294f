import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figure.ts';

/** The context of a measurement. Everything it starts or writes goes through here, so that it can be cleaned up. */
export interface Bench {
  /** The checkout that is measured. */
  siteFolder: string;
  /** Where packages live that only a measurement needs. */
  peersFolder: string;
  /** A new empty folder that is removed after the measurement. */
  createFolder(name: string): Promise<string>;
  /** Registers a step that runs after the measurement, however it ends; the last one registered runs first. */
  onClose(step: () => Promise<void>): void;
  /** Ends what is still running when the measurement is aborted. */
  signal: AbortSignal;
  log(line: string): void;
}

export type Measurement = (bench: Bench) => Promise<Figure[]>;

export interface OpenBench extends Bench {
  /** Ends everything the measurement started. Safe to call twice. */
  close(): Promise<void>;
}

export function openBench(siteFolder: string, benchFolder: string, log: (line: string) => void): OpenBench {
  const steps: (() => Promise<void>)[] = [];
  const ending = new AbortController();
  return {
    siteFolder,
    peersFolder: join(benchFolder, '.peers'),
    signal: ending.signal,
    log,
    onClose: (step) => void steps.push(step),
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
      // One step that fails must not prevent the others.
      for (let step = steps.pop(); step; step = steps.pop())
        await step().catch((error) => log(String(error)));
    },
  };
}
