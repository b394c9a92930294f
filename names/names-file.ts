import { join } from 'node:path';

/** The packed counts; where they come from is in names/data/SOURCE.md. */
export const namesFile = join(import.meta.dirname, 'data', 'names.bin');
