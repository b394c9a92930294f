/** The backend's rules for a new password. */
export interface PasswordRules {
  /** In bytes, as the backend counts. */
  minimumLength: number;
  /** Sets of characters; a password needs one of each. */
  requiredCharacters: readonly string[];
}

/**
 * For a backend that does not report its rules, as a hosted project does not: the least that Supabase can be set to. It refuses more by itself.
 */
export const defaultRules: PasswordRules = { minimumLength: 6, requiredCharacters: [] };

/** In bytes: no backend takes more, because bcrypt would ignore the rest. */
const maximumLength = 72;

/** Why the backend will refuse a password. */
export interface Refusal {
  /** For the meter. */
  label: string;
  /** For the middle of a sentence about the password: “it needs …”. */
  reason: string;
}

export interface Strength {
  /** 0 (empty) to 4, the number of bars. */
  level: 0 | 1 | 2 | 3 | 4;
  label: string;
}

const labels = ['', 'Easy to guess', 'Fair', 'Good', 'Strong'];

/**
 * For the meter: what is missing, or a rough estimate of how hard the password is to guess. Only what the backend refuses is called too
 * little. `isRefused`: the backend has refused this password, for example because it is in a list of leaked passwords.
 */
export function measureStrength(
  password: string,
  rules: PasswordRules = defaultRules,
  isRefused = false,
): Strength {
  if (password === '') return { level: 0, label: '' };
  const refusal = findRefusal(password, rules);
  if (refusal) return { level: 1, label: refusal.label };
  if (isRefused) return { level: 1, label: 'Not accepted' };
  const level = levelOf(bitsOf(password));
  return { level, label: labels[level] ?? '' };
}

/** By the rules of the backend alone. */
export function findRefusal(password: string, rules: PasswordRules): Refusal | undefined {
  const { minimumLength, requiredCharacters } = rules;
  const length = new TextEncoder().encode(password).length;
  if (length < minimumLength)
    return {
      label: `Too short: at least ${minimumLength} characters`,
      reason: `it needs at least ${minimumLength} characters`,
    };
  const lacks = (set: string) => ![...password].some((character) => set.includes(character));
  const missing = requiredCharacters.filter(lacks).map(describeSet);
  if (missing.length > 0)
    return { label: `Still missing: ${joinWords(missing)}`, reason: `it needs ${joinWords(missing)}` };
  if (length > maximumLength) {
    const limit = `at most ${maximumLength} characters`;
    return { label: `Too long: ${limit}`, reason: `it can have ${limit}` };
  }
  return undefined;
}

/** “a number”; a set that mixes kinds is named by its characters, unless they are letters. */
function describeSet(set: string): string {
  if (/^[a-z]+$/.test(set)) return 'a lowercase letter';
  if (/^[A-Z]+$/.test(set)) return 'an uppercase letter';
  if (/^[a-zA-Z]+$/.test(set)) return 'a letter';
  if (/^\d+$/.test(set)) return 'a number';
  return /[a-zA-Z\d]/.test(set) ? `one of ${set}` : 'a symbol like ! or ?';
}

export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function levelOf(bits: number): Strength['level'] {
  if (bits < 36) return 1;
  if (bits < 50) return 2;
  return bits < 70 ? 3 : 4;
}

function bitsOf(password: string): number {
  return effectiveLength(password) * Math.log2(alphabetOf(password));
}

/** Repetitions and sequences (aaa, 123, abc) add next to nothing against guessing. */
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
