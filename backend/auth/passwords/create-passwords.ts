import { availableParallelism } from 'node:os';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { Passwords } from '../service/ports.ts';
import { verifyArgon2 } from './argon2-hash.ts';
import { verifyFirebaseScrypt } from './firebase-scrypt.ts';
import { lowerHashThreadPriority } from './hash-threads.ts';

/** bcrypt reads 72 bytes of a password and no more. Longer ones are refused, so that nothing is silently truncated. */
export const maxPasswordBytes = 72;

const defaultCost = 10;
/** Each step doubles the time: 15 takes about two seconds. An imported hash with a higher cost could block a thread for days. */
const maxCost = 15;
const bcryptPattern = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
/** The hash of random bytes that were thrown away. It matches no password. */
const dummyHash = '$2b$10$FMkubcM/gCh6s.uvHKFB/OMSSbFM/aNl1D7cZKxn2Et6J5tkkBCoi';

type Bcrypt = typeof import('@node-rs/bcrypt');

export interface PasswordsOptions {
  /**
   * The maximum number of concurrent hashes. They run on the thread pool that also reads files and compresses pages (4 threads
   * unless UV_THREADPOOL_SIZE says otherwise), so some threads must stay free.
   */
  atOnce?: number;
  /** Of new hashes. Only tests of other subjects set less than the default 10. */
  cost?: number;
}

export function createPasswords(options: PasswordsOptions = {}): Passwords {
  const { cost = defaultCost } = options;
  const limit = createConcurrencyLimit({
    maxRunning: options.atOnce ?? Math.min(availableParallelism(), 3),
  });
  let hasHashed = false;
  /** Imported at the first password, so that a start does not load it. */
  let loading: Promise<Bcrypt> | undefined;
  const loadBcrypt = () => {
    loading ??= import('@node-rs/bcrypt');
    return loading;
  };

  function run<Result>(work: () => Promise<Result>): Promise<Result> {
    return limit(() => {
      const result = work();
      // The threads exist as soon as a task runs on them.
      if (!hasHashed) lowerHashThreadPriority();
      hasHashed = true;
      return result;
    });
  }

  return {
    async hash(password) {
      if (isTooLong(password))
        throw new RangeError(`A password cannot be longer than ${maxPasswordBytes} bytes.`);
      const bcrypt = await loadBcrypt();
      return run(() => bcrypt.hash(password, cost));
    },

    async verify(hash, password) {
      if (hash.startsWith('$argon2')) return run(() => verifyArgon2(hash, password));
      if (hash.startsWith('$fbscrypt')) return run(() => verifyFirebaseScrypt(hash, password));
      const hashCost = bcryptCost(hash);
      if (hashCost === undefined || hashCost > maxCost) return false;
      const bcrypt = await loadBcrypt();
      return run(() => verifyBcrypt(bcrypt, hash, password));
    },

    async verifyDummy(password) {
      const bcrypt = await loadBcrypt();
      await run(() => verifyBcrypt(bcrypt, dummyHash, password));
      return false;
    },

    needsRehash(hash) {
      const hashCost = bcryptCost(hash);
      return hashCost !== undefined && (hashCost > cost || hashCost === 4);
    },
  };
}

function bcryptCost(hash: string): number | undefined {
  const found = bcryptPattern.exec(hash);
  return found === null ? undefined : Number(found[1]);
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > maxPasswordBytes;
}

async function verifyBcrypt(bcrypt: Bcrypt, hash: string, password: string): Promise<boolean> {
  // A password that is too long never matches, but takes the same time.
  const matches = await bcrypt.verify(Buffer.from(password).subarray(0, maxPasswordBytes), hash);
  return matches && !isTooLong(password);
}
