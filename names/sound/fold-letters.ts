/** A name in the 26 letters, lower case: `Zoë` is `zoe`, `O’Neil` is `oneil`. Letters of other scripts have no English sound and fall away. */
export function foldLetters(name: string): string {
  // The common case first: names of the source are plain letters.
  if (/^[A-Za-z]*$/.test(name)) return name.toLowerCase();
  return name
    .slice(0, 80)
    .replace(/ß/g, 'ss')
    .replace(/[øØ]/g, 'o')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[łŁ]/g, 'l')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}
