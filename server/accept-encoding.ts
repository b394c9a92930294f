export type Encoding = 'br' | 'gzip' | 'identity';

/** Best compression first: decides between encodings that the client likes equally. */
const ours: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** The encodings a client accepts, the best first. `identity` is always in it: a plain answer is better than none. */
export function parseAcceptEncoding(header: string | undefined): readonly Encoding[] {
  if (!header) return ['identity'];
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const others = weights.get('*') ?? 0;
  // A client that does not speak about `identity` accepts it, but would not have sent a list if it liked it best.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0.0001 : others);
  const accepted = ours.filter((encoding) => weightOf(encoding) > 0 || encoding === 'identity');
  return accepted.sort((one, other) => weightOf(other) - weightOf(one));
}

/** The same, remembering the few headers that browsers send, for the path where every microsecond counts. */
export function createEncodingPreference(): (header: string | undefined) => readonly Encoding[] {
  const known = new Map<string, readonly Encoding[]>();
  return (header = '') => {
    let encodings = known.get(header);
    if (!encodings) {
      encodings = parseAcceptEncoding(header);
      // A client that makes up a new header for each request must not fill the memory.
      if (known.size >= 100) known.clear();
      known.set(header, encodings);
    }
    return encodings;
  };
}
