/** A rough measure of how hard a password is to guess, for the meter. The server has the last word, with its reasons. */
export interface Strength {
  /** 0 (nothing yet) to 4. */
  level: 0 | 1 | 2 | 3 | 4;
  word: string;
}

const words = ['', 'Too weak', 'Weak', 'Good', 'Strong'];

export function measureStrength(password: string): Strength {
  const level = levelOf(password);
  return { level, word: words[level] ?? '' };
}

function levelOf(password: string): Strength['level'] {
  if (password === '') return 0;
  const bits = effectiveLength(password) * Math.log2(alphabetOf(password));
  if (password.length < 8 || bits < 36) return 1;
  if (bits < 50) return 2;
  return bits < 70 ? 3 : 4;
}

/** Repetitions and runs (aaa, 123, abc) add next to nothing for whoever guesses. */
function effectiveLength(password: string): number {
  let length = 1;
  for (let index = 1; index < password.length; index++) {
    const step = password.charCodeAt(index) - password.charCodeAt(index - 1);
    length += Math.abs(step) <= 1 ? 0.25 : 1;
  }
  return length;
}

function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 33],
  ];
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
}
