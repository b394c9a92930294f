import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Log } from '../../../database/log.ts';
import type { OutgoingFetch } from '../../http/outgoing-fetch.ts';
import type { PasswordStrength, Weakness } from '../service/ports.ts';
import { maxPasswordBytes } from './create-passwords.ts';

const commonPasswords = new URL('./data/common-passwords.txt', import.meta.url);

export interface StrengthOptions {
  minimumLength: number;
  /** Character sets. A password needs one character of each. */
  requiredCharacters: readonly string[];
  /** Refuses common passwords, with a list that is part of the program. */
  refuseCommon?: boolean;
  /** When set, leaked passwords are refused. Only five characters of a hash are sent. */
  leaked?: {
    outgoing: OutgoingFetch;
    /** Refuses the password when the list cannot be read. Otherwise it passes. */
    failClosed: boolean;
    address?: string;
    timeLimit?: number;
    log: Log;
  };
}

export class LeakListUnavailable extends Error {}

export function createPasswordStrength(options: StrengthOptions): PasswordStrength {
  const isCommon = options.refuseCommon ? createCommonPasswords() : async () => false;
  const isKnown = async (password: string) =>
    (await isCommon(password)) ||
    (options.leaked !== undefined && (await isLeaked(password, options.leaked)));
  return {
    isTooLong: (password) => Buffer.byteLength(password) > maxPasswordBytes,

    async checkStrength(password) {
      const weaknesses: Weakness[] = [];
      if (Buffer.byteLength(password) < options.minimumLength) {
        weaknesses.push({
          reason: 'length',
          message: `Password should be at least ${options.minimumLength} characters.`,
        });
      }
      const sets = options.requiredCharacters.filter((set) => set !== '');
      if (!sets.every((set) => containsAny(password, set))) {
        const list = options.requiredCharacters.join(', ');
        weaknesses.push({
          reason: 'characters',
          message: `Password should contain at least one character of each: ${list}.`,
        });
      }
      if (await isKnown(password)) {
        weaknesses.push({
          reason: 'pwned',
          message: 'Password is known to be weak and easy to guess, please choose a different one.',
        });
      }
      return weaknesses;
    },
  };
}

function containsAny(password: string, set: string): boolean {
  return [...password].some((character) => set.includes(character));
}

async function isLeaked(password: string, list: NonNullable<StrengthOptions['leaked']>): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
  const address = `${list.address ?? 'https://api.pwnedpasswords.com/range/'}${digest.slice(0, 5)}`;
  try {
    const answer = await list.outgoing(address, {
      // With padding, the length of the answer reveals nothing about the prefix to an eavesdropper.
      headers: { 'add-padding': 'true', accept: 'text/plain' },
      timeLimitMs: list.timeLimit ?? 3000,
      maximumBytes: 1_000_000,
    });
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return listsSuffix(answer.text.split('\n'), digest.slice(5));
  } catch (error) {
    list.log({
      level: 'warn',
      message: 'The list of leaked passwords cannot be read.',
      error: String(error),
    });
    if (list.failClosed) {
      throw new LeakListUnavailable('The list of leaked passwords cannot be read.', { cause: error });
    }
    return false;
  }
}

/** Lines are `SUFFIX:COUNT`; padding lines have the count 0. */
function listsSuffix(lines: string[], suffix: string): boolean {
  return lines.some((line) => {
    const [hash, count] = line.trim().split(':');
    return hash?.toUpperCase() === suffix && Number(count) > 0;
  });
}

/** Whether a password is among the most common ones, ignoring case. The list is read at the first call. */
function createCommonPasswords(): (password: string) => Promise<boolean> {
  let reading: Promise<Set<string>> | undefined;
  return async (password) => {
    reading ??= readFile(commonPasswords, 'utf8').then((text) => new Set(text.split('\n')));
    const passwords = await reading.catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return password !== '' && passwords.has(password.toLowerCase());
  };
}
