/**
 * The Cache-Control of a response: public files for all caches, private files for the caller's browser, signed files not longer than the
 * signature.
 */
export type Audience = { kind: 'public' } | { kind: 'caller' } | { kind: 'signed'; seconds: number };

export function cacheHeader(stored: string | undefined, audience: Audience): string {
  const wanted = stored ?? 'no-cache';
  if (audience.kind === 'public') return wanted;
  if (/no-store/i.test(wanted)) return 'no-store';
  const age = /max-age=(\d{1,10})/i.exec(wanted)?.[1];
  if (age === undefined || /no-cache/i.test(wanted)) return 'private, no-cache';
  const seconds = audience.kind === 'signed' ? Math.min(Number(age), audience.seconds) : Number(age);
  return `private, max-age=${Math.max(0, Math.floor(seconds))}`;
}
