import type { Names } from '../../names/open-names.ts';

/** The names, opened when a page first needs them and kept from then on. */
export interface NameSource {
  read(): Promise<Names>;
}

/** A failure is not kept: the file may have been put right. */
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

/** What reads the file comes with it: a start does without both. */
async function loadAndOpen(): Promise<Names> {
  const { openNames } = await import('../../names/open-names.ts');
  return openNames();
}
