/** What was counted in a text. A word of a script without spaces is estimated from its characters. */
export interface WordCount {
  prose: number;
  code: number;
}

/** A reader of English takes 220 words a minute; two Chinese or Japanese characters weigh as much as one word. */
const WORDS_A_MINUTE = 220;
const CHARACTERS_A_WORD = 2;
/** Thai, Lao, Khmer and Burmese are written without spaces, about four characters a word. */
const LETTERS_A_WORD = 4;
/** Code is skimmed rather than read. */
const CODE_WEIGHT = 0.5;

export function countWords(text: string): number {
  let words = 0;
  let characters = 0;
  let letters = 0;
  /** 1 inside a word, else 0: a number and no branch, because a CPU cannot predict where a word ends. */
  let inWord = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      const kind = ASCII[code] as number;
      if (kind !== APOSTROPHE) {
        words += kind & ~inWord;
        inWord = kind;
      }
    } else if (isIdeograph(code)) {
      characters += 1;
      inWord = 0;
    } else if (isUnspaced(code)) {
      letters += 1;
      inWord = 0;
    } else if (isWordPart(code)) {
      words += 1 - inWord;
      inWord = WORD;
    } else if (code !== 0x2019) {
      inWord = 0;
    }
  }
  return words + Math.ceil(characters / CHARACTERS_A_WORD) + Math.ceil(letters / LETTERS_A_WORD);
}

export function toReadingMinutes({ prose, code }: WordCount): number {
  return Math.max(1, Math.round((prose + code * CODE_WEIGHT) / WORDS_A_MINUTE));
}

/** Nearly every character of most texts, looked up instead of compared. An apostrophe inside a word does not end it. */
const WORD = 1;
const APOSTROPHE = 2;
const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9A-Za-z]/.test(String.fromCharCode(code)) ? WORD : code === 0x27 ? APOSTROPHE : 0,
);

function isWordPart(code: number): boolean {
  // Beyond ASCII: letters, except Latin-1 signs, general punctuation, the CJK and full-width marks, and pictographs.
  if (code >= 0xd800 && code <= 0xdfff) return false;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  return (
    !(code >= 0x2000 && code <= 0x2bff) &&
    !(code >= 0x3000 && code <= 0x303f) &&
    !(code >= 0xff00 && code <= 0xff0f)
  );
}

/** Chinese characters and Japanese syllables; the second half of a character beyond the first plane is not counted again. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xd840 && code <= 0xd87f)
  );
}

function isUnspaced(code: number): boolean {
  return (
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff)
  );
}
