import type { Names } from '../../names/names.ts';

/** The names, opened on first use and kept open. */
export interface NameSource {
  read(): Promise<Names>;
}

/** A failure is not cached: the file may be repaired. */
export function createNameSource(open: () => Promise<Names> = loadAndOpen): NameSource {
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

/** The reader is imported with the file: a start needs neither. */
async function loadAndOpen(): Promise<Names> {
  const { openNames } = await import('../../names/open-names.ts');
  return openNames();
}
