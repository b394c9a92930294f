/** Letters that have no decomposition in Unicode, so that SQLite's tokenizer keeps them apart from the ones readers type. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
};
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');
/** Accents of Latin, Greek and Cyrillic. The marks of other scripts are vowels, and stay. */
const accents = /[\u0300-\u036f]/g;
const ascii = /^[\0-\x7f]*$/;

/** Text as it is compared: one case, no accents, `straße` as `strasse`. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(special, (letter) => letters[letter] ?? letter);
}
