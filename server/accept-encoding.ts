import { BoundedMap } from '../backend/http/bounded-map.ts';
import { parseWeights } from './accept.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Best compression first: the order of encodings that the client weights equally. */
const ours: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** The encodings that a client accepts, best first. It always includes `identity`: an uncompressed response is better than none. */
export function parseAcceptEncoding(header: string | undefined): readonly Encoding[] {
  if (!header) return ['identity'];
  const weights = parseWeights(header.replace(/\bx-gzip\b/i, 'gzip'));
  const others = weights.get('*') ?? 0;
  // A client that does not mention `identity` accepts it, but prefers the encodings it lists.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0.0001 : others);
  const accepted = ours.filter((encoding) => weightOf(encoding) > 0 || encoding === 'identity');
  return accepted.sort((one, other) => weightOf(other) - weightOf(one));
}

/** The same with a cache of the few headers that browsers send, for the fast path. */
export function createEncodingPreference(): (header: string | undefined) => readonly Encoding[] {
  // A client that sends a new header with each request must not fill the memory.
  const known = new BoundedMap<readonly Encoding[]>(100);
  return (header = '') => {
    let encodings = known.get(header);
    if (!encodings) {
      encodings = parseAcceptEncoding(header);
      known.set(header, encodings);
    }
    return encodings;
  };
}
