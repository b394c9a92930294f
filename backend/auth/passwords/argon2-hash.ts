const pattern =
  /^\$argon2(?:i|id)\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,3})\$[A-Za-z0-9+/]{2,172}\$[A-Za-z0-9+/]{2,172}$/;

/** Upper bounds on the cost of a hash: an imported row must not be able to exhaust the machine. */
const maxMemoryKiB = 1024 * 1024;
const maxPasses = 20;
const maxLanes = 16;

/** Verifies a password against an argon2i or argon2id hash in PHC format. False for any other format. */
export async function verifyArgon2(hash: string, password: string): Promise<boolean> {
  const found = pattern.exec(hash);
  if (found === null) return false;
  const [memory = 0, passes = 0, lanes = 0] = found.slice(1).map(Number);
  if (memory > maxMemoryKiB || passes > maxPasses || lanes > maxLanes) return false;
  // Imported at the first hash of this kind, which most sites never have.
  const { verify } = await import('@node-rs/argon2');
  try {
    return await verify(hash, password);
  } catch {
    // Parameters that argon2 itself refuses, such as too little memory for the number of lanes.
    return false;
  }
}
