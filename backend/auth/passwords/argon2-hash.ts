const form =
  /^\$argon2(?:i|id)\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,3})\$[A-Za-z0-9+/]{2,172}\$[A-Za-z0-9+/]{2,172}$/;

/** Bounds on what a hash may cost to check: an imported row must not be able to take the machine. */
const maxMemoryKiB = 1024 * 1024;
const maxPasses = 20;
const maxLanes = 16;

/** Checks a password against an argon2i or argon2id hash in PHC form. False for a hash in any other form. */
export async function verifyArgon2(hash: string, password: string): Promise<boolean> {
  const found = form.exec(hash);
  if (found === null) return false;
  const [memory = 0, passes = 0, lanes = 0] = found.slice(1).map(Number);
  if (memory > maxMemoryKiB || passes > maxPasses || lanes > maxLanes) return false;
  // Loaded with the first imported hash of this kind, which most sites never see.
  const { verify } = await import('@node-rs/argon2');
  try {
    return await verify(hash, password);
  } catch {
    // Parameters that argon2 itself refuses, such as too little memory for the number of lanes.
    return false;
  }
}
