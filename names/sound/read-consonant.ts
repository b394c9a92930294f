/** The sound of the consonants at a place, and how many letters it takes. */
export interface Read {
  sounds: string;
  length: number;
}

/** Letters that stand for one sound together. The first that fits is taken. */
const groups: readonly (readonly [letters: string, sounds: string])[] = [
  ['tch', 'C'],
  ['tth', '0'],
  ['sch', 'X'],
  ['ck', 'K'],
  ['cqu', 'K'],
  ['chr', 'KR'],
  ['ch', 'C'],
  ['sh', 'X'],
  ['th', '0'],
  ['ph', 'F'],
  ['dg', 'J'],
  ['kh', 'K'],
  ['wh', 'W'],
  ['wr', 'R'],
  ['rh', 'R'],
  ['zh', 'J'],
  ['bh', 'V'],
  ['dh', 'D'],
  ['jh', 'J'],
];
const byFirst = new Map<string, (readonly [string, string])[]>();
for (const group of groups)
  byFirst.set(group[0][0] ?? '', [...(byFirst.get(group[0][0] ?? '') ?? []), group]);

const plain: Readonly<Record<string, string>> = {
  b: 'B',
  d: 'D',
  f: 'F',
  j: 'J',
  k: 'K',
  l: 'L',
  m: 'M',
  n: 'N',
  p: 'P',
  r: 'R',
  t: 'T',
  v: 'V',
  w: 'W',
  y: 'Y',
  z: 'S',
};

export function readConsonant(word: string, at: number): Read {
  const letter = word[at] ?? '';
  const next = word[at + 1];
  for (const [letters, sounds] of byFirst.get(letter) ?? []) {
    if (word.startsWith(letters, at)) return { sounds, length: letters.length };
  }
  // Doubled letters are said once.
  const length = next === letter ? 2 : 1;
  const after = word[at + length];
  switch (letter) {
    case 'c':
      // `Marcia` and `Marsha`.
      if (word.startsWith('cia', at) && at + 3 + (word[at + 3] === 'h' ? 1 : 0) === word.length)
        return { sounds: 'X', length: 2 };
      return { sounds: isSoft(after) ? 'S' : 'K', length };
    case 'g':
      return readG(word, at, length);
    case 'h':
      // Heard before a vowel only: `Hannah` has one.
      return { sounds: after && 'aeiouy'.includes(after) ? 'H' : '', length };
    case 'k':
      return { sounds: at === 0 && next === 'n' ? '' : 'K', length };
    case 'm':
      return { sounds: 'M', length: /^m[nb]$/.test(word.slice(at)) ? 2 : length };
    case 'q':
      return readQ(word, at);
    case 's':
      return { sounds: 'S', length: next === 'c' && isSoft(word[at + 2]) ? 2 : length };
    case 'x':
      return { sounds: at === 0 ? 'Z' : 'KS', length: word[at + 1] === 'x' || word[at + 1] === 's' ? 2 : 1 };
    case 'z':
      // `Zoe` is not `Soe`, but within a name the two are written for one another: `Jasmine`, `Jazmine`.
      return { sounds: at === 0 ? 'Z' : 'S', length };
    default:
      return { sounds: plain[letter] ?? '', length };
  }
}

function readG(word: string, at: number, length: number): Read {
  const after = word[at + length];
  if (after === 'h') {
    const beforeVowel = /^[aeiouy]/.test(word.slice(at + length + 1));
    return { sounds: at === 0 || beforeVowel ? 'G' : '', length: length + 1 };
  }
  if (after === 'u' && isSoft(word[at + length + 1])) return { sounds: 'G', length: length + 1 };
  if (after === 'n' && at === 0) return { sounds: '', length };
  // Doubled it is hard: `Maggie`.
  return { sounds: length === 1 && isSoft(after) ? 'J' : 'G', length };
}

/** `Jacqueline` and `Monique` have no w in them, `Quinn` has. */
function readQ(word: string, at: number): Read {
  if (word[at + 1] !== 'u') return { sounds: 'K', length: 1 };
  if (word.slice(at) === 'que') return { sounds: 'K', length: 3 };
  const silent = at > 0 && isSoft(word[at + 2]);
  return { sounds: silent ? 'K' : 'KW', length: 2 };
}

function isSoft(letter: string | undefined): boolean {
  return letter === 'e' || letter === 'i' || letter === 'y';
}
