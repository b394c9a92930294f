import type { Names } from './names.ts';

/** The names, opened on first use and kept open. */
export interface NameSource {
  read(): Promise<Names>;
}

/** A failure is not cached: the file may be repaired, or the connection be back. */
export function createNameSource(open: () => Promise<Names>): NameSource {
  let opening: Promise<Names> | undefined;
  return {
    read() {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
  };
}
