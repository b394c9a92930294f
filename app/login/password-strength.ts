/** The backend's rules for a new password. */
export interface PasswordRules {
  /** In bytes, as the backend counts. */
  minimumLength: number;
  /** Sets of characters; a password needs one of each. */
  requiredCharacters: readonly string[];
}

/** For a backend that does not report its rules, as a hosted project does not. */
export const defaultRules: PasswordRules = { minimumLength: 8, requiredCharacters: [] };

/** The first two are the backend's own names. */
export type Weakness = 'length' | 'characters' | 'guessable';

export interface Strength {
  /** 0 (empty) to 4. Level 1 is refused. */
  level: 0 | 1 | 2 | 3 | 4;
  label: string;
}

const labels = ['', 'Too weak', 'Weak', 'Good', 'Strong'];

/**
 * A rough estimate of how hard a password is to guess, for the meter. `isRefused`: the backend has refused this password, for example
 * because it is in a list of leaked passwords.
 */
export function measureStrength(
  password: string,
  rules: PasswordRules = defaultRules,
  isRefused = false,
): Strength {
  const level = isRefused ? 1 : levelOf(password, rules);
  return { level, label: labels[level] ?? '' };
}

/** Why a password is too weak to be sent. */
export function findWeakness(password: string, rules: PasswordRules): Weakness | undefined {
  if (new TextEncoder().encode(password).length < rules.minimumLength) return 'length';
  const hasOneOf = (set: string) => [...password].some((character) => set.includes(character));
  if (!rules.requiredCharacters.every(hasOneOf)) return 'characters';
  return bitsOf(password) < 36 ? 'guessable' : undefined;
}

function levelOf(password: string, rules: PasswordRules): Strength['level'] {
  if (password === '') return 0;
  if (findWeakness(password, rules)) return 1;
  const bits = bitsOf(password);
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
