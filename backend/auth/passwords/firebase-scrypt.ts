import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto';

const pattern =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})(?:,ss=([^,$]+))?(?:,sk=([^$]+))?\$([^$]+)\$([^$]+)$/;

/** Upper bounds on the cost of a hash: 2^n blocks of 128·r bytes are held in memory. */
const maxMemory = 256 * 1024 * 1024;
const maxLanes = 16;

/**
 * Verifies a password against a hash exported from Firebase: the scrypt key of the password encrypts the project's signer key,
 * and the result is the hash. `n` is the memory cost as a power of two, `ss` the salt separator, `sk` the signer key.
 */
export async function verifyFirebaseScrypt(hash: string, password: string): Promise<boolean> {
  const found = pattern.exec(hash);
  if (found === null) return false;
  const [memoryPower = 0, blockSize = 0, lanes = 0] = found.slice(1, 4).map(Number);
  const [separator, signerKey, salt, expected] = [found[4] ?? '', found[5] ?? '', found[6], found[7]].map(
    decodeBase64,
  );
  if (!separator || !signerKey || !salt || !expected) return false;
  const memory = 128 * 2 ** memoryPower * blockSize;
  if (memoryPower === 0 || blockSize === 0 || lanes === 0 || lanes > maxLanes || memory > maxMemory) {
    return false;
  }
  const key = await tryDeriveKey(password, Buffer.concat([salt, separator]), {
    N: 2 ** memoryPower,
    r: blockSize,
    p: lanes,
    // Node needs a little more than the blocks themselves.
    maxmem: memory + 128 * blockSize * (lanes + 2) + 1024,
  });
  if (key === undefined) return false;
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const actual = Buffer.concat([cipher.update(signerKey), cipher.final()]);
  return actual.length > 0 && actual.length === expected.length && timingSafeEqual(actual, expected);
}

function decodeBase64(text = ''): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  // Buffer skips characters that are not base64; encoding the bytes again shows whether it did.
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** Undefined for a combination of costs that scrypt does not allow. */
function tryDeriveKey(
  password: string,
  salt: Buffer,
  cost: { N: number; r: number; p: number; maxmem: number },
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    try {
      scrypt(password, salt, 32, cost, (error, key) => resolve(error === null ? key : undefined));
    } catch {
      resolve(undefined);
    }
  });
}
