/** The kinds of addresses that metrics and traces tell apart. There are few, because each is a series of its own in a monitoring system. */
export type RouteKind =
  | 'page'
  | 'payload'
  | 'asset'
  | 'picture'
  | 'views'
  | 'auth'
  | 'rest'
  | 'storage'
  | 'realtime'
  | 'functions'
  | 'admin'
  | 'health'
  | 'metrics';

const kinds = new Map<string, RouteKind>([
  ['assets', 'asset'],
  ['builds', 'asset'],
  ['pictures', 'picture'],
  ['og', 'picture'],
  ['views', 'views'],
  ['views.css', 'views'],
  ['auth', 'auth'],
  ['rest', 'rest'],
  ['storage', 'storage'],
  ['realtime', 'realtime'],
  ['functions', 'functions'],
  ['healthz', 'health'],
  ['readyz', 'health'],
  ['metrics', 'metrics'],
]);

/** Takes path and query as received. Whatever is none of the others is a page, also if it is missing. */
export function routeKindOf(url: string): RouteKind {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  const slash = path.indexOf('/', 1);
  const found = kinds.get(path.slice(1, slash === -1 ? undefined : slash));
  if (found) return found;
  if (path.startsWith('/admin/v1/')) return 'admin';
  return path.endsWith('/_payload.json') ? 'payload' : 'page';
}
