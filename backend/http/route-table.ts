/**
 * `['POST', '/factors/:factor/verify', verifyFactor]`: a segment that begins with a colon is a parameter. `/*` at the end takes all that
 * follows, at least one segment, as the parameter `*`.
 */
export type RouteRow<Handler> = readonly [method: string, path: string, handler: Handler];

export interface RouteMatch<Handler> {
  handler: Handler;
  params: Record<string, string>;
}

export interface RouteTable<Handler> {
  /** The handler of a method and path; undefined when no route matches. */
  find(method: string, path: string): RouteMatch<Handler> | undefined;
  /** The methods of a path, for the Allow header; empty when no route matches. */
  methods(path: string): string[];
}

export function createRouteTable<Handler>(rows: readonly RouteRow<Handler>[]): RouteTable<Handler> {
  const fixed = new Map<string, RouteMatch<Handler>>();
  const patterns: { method: string; segments: string[]; handler: Handler }[] = [];
  for (const [method, path, handler] of rows) {
    if (path.includes(':') || path.endsWith('/*'))
      patterns.push({ method, segments: path.split('/'), handler });
    else fixed.set(`${method} ${path}`, { handler, params: {} });
  }
  const find = (method: string, path: string) => {
    const clean = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const exact = fixed.get(`${method} ${clean}`);
    if (exact !== undefined) return exact;
    const given = clean.split('/');
    for (const { method: wanted, segments, handler } of patterns) {
      if (wanted !== method) continue;
      const params = matchSegments(segments, given);
      if (params !== undefined) return { handler, params };
    }
    return undefined;
  };
  const known = [...new Set(rows.map(([method]) => method))];
  return {
    find,
    methods(path) {
      const served = known.filter((method) => find(method, path) !== undefined);
      return [...served, ...(served.includes('GET') ? ['HEAD'] : [])].sort();
    },
  };
}

function matchSegments(segments: string[], given: string[]): Record<string, string> | undefined {
  const hasRest = segments.at(-1) === '*';
  if (hasRest ? given.length < segments.length : segments.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? '';
    if (segment === '*') params[segment] = given.slice(index).map(decodeSegment).join('/');
    else if (segment.startsWith(':')) {
      if (value === '') return undefined;
      params[segment.slice(1)] = decodeSegment(value);
    } else if (segment !== value) return undefined;
  }
  return params;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
