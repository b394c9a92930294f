import { randomBytes } from 'node:crypto';

/** Request ids: a proxy's id if it has a valid form, else a new one. */
export function createRequestIds(): (offered: string | undefined) => string {
  // A random prefix and a counter: unique across processes, and cheap enough for every request.
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return (offered) => {
    if (offered && /^[\w.-]{4,64}$/.test(offered)) return offered;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
