import { randomBytes } from 'node:crypto';

/** Names requests: a proxy's own id if it is of a sane form, else a new one. */
export function createRequestIds(): (offered: string | undefined) => string {
  // Random once, then counted: unique across processes, and cheap enough for every request.
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return (offered) => {
    if (offered && /^[\w.-]{4,64}$/.test(offered)) return offered;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
