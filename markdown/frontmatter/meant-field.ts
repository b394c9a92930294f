import { frontmatterFields } from './frontmatter-schema.ts';
import { findNearestName } from './nearest-name.ts';

const known = Object.keys(frontmatterFields);

/** The field that a misspelled name was probably meant to be. `image2` is a second picture, not a slip. */
export function findMeantField(name: string): string | undefined {
  return /\d$/.test(name) ? undefined : findNearestName(name, known);
}
