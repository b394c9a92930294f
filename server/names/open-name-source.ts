import { createNameSource, type NameSource } from '../../names/name-source.ts';

/** The names of the file on this disk. The reader is imported with the file: a start needs neither. */
export function openNameSource(): NameSource {
  return createNameSource(async () => {
    const { openNames } = await import('../../names/open-names.ts');
    return openNames();
  });
}
