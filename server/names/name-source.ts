import { type Names, openNames } from '../../names/open-names.ts';

/** The names, opened when a page first needs them and kept from then on. */
export interface NameSource {
  read(): Promise<Names>;
}

/** A failure is not kept: the file may have been put right. */
export function createNameSource(open: () => Promise<Names> = openNames): NameSource {
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
