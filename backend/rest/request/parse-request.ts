import { RestError } from '../rest-error.ts';
import { requireNoNul } from './parse-query.ts';
import type { Pairs } from './parsed-query.ts';
import { type Body, readBody } from './read-body.ts';

export type Resource = { kind: 'root' } | { kind: 'table' | 'routine'; name: string };

/** A parsed request, before its names are resolved. */
export interface RestRequest {
  resource: Resource;
  method: string;
  /** The path below the base path, unchanged. */
  path: string;
  schema: string;
  pairs: Pairs;
  body: Body | undefined;
  prefer: string | null;
  accept: string | null;
  range: string | null;
}

const tableMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];
const routineMethods = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const rootMethods = ['GET', 'HEAD', 'OPTIONS'];
const maxPairs = 300;

export async function parseRequest(
  request: Request,
  url: URL,
  path: string,
  schemas: readonly string[],
): Promise<RestRequest> {
  const { method, headers } = request;
  const resource = parseResource(path);
  requireMethod(resource, method);
  const pairs = [...url.searchParams];
  requireNoNul(pairs);
  if (pairs.length > maxPairs) {
    throw new RestError('PGRST100', 400, 'The query string has too many parameters', {
      details: `At most ${maxPairs} are taken.`,
    });
  }
  return {
    resource,
    method,
    path,
    schema: requireSchema(headers.get(isWrite(method) ? 'Content-Profile' : 'Accept-Profile'), schemas),
    pairs,
    body: hasBody(method)
      ? await readBody(request, {
          hasColumns: method !== 'PUT' && url.searchParams.has('columns'),
          isCall: resource.kind === 'routine',
        })
      : undefined,
    prefer: headers.get('Prefer'),
    accept: headers.get('Accept'),
    range: headers.get('Range'),
  };
}

function parseResource(path: string): Resource {
  const parts = path
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map(decode);
  const [first = '', second] = parts;
  if (first === '' && parts.length === 1) return { kind: 'root' };
  if (parts.length === 1) return { kind: 'table', name: first };
  if (first === 'rpc' && second !== undefined && second !== '' && parts.length === 2)
    return { kind: 'routine', name: second };
  throw noSuchPath();
}

function decode(part: string): string {
  try {
    const text = decodeURIComponent(part);
    if (!text.includes('\0')) return text;
  } catch {
    // Falls through: an undecodable path matches nothing.
  }
  throw noSuchPath();
}

function noSuchPath(): RestError {
  return new RestError('PGRST125', 404, 'Invalid path specified in request URL');
}

function requireMethod(resource: Resource, method: string): void {
  if (resource.kind === 'routine' && !routineMethods.includes(method))
    throw new RestError('PGRST101', 405, `Cannot use the ${method} method on RPC`, {
      headers: { allow: routineMethods.join(', ') },
    });
  const allowed = resource.kind === 'root' ? rootMethods : tableMethods;
  if (!allowed.includes(method))
    throw new RestError('PGRST117', 405, `Unsupported HTTP method: ${method}`, {
      headers: { allow: allowed.join(', ') },
    });
}

function isWrite(method: string): boolean {
  return method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE';
}

function hasBody(method: string): boolean {
  return method === 'POST' || method === 'PATCH' || method === 'PUT';
}

function requireSchema(profile: string | null, schemas: readonly string[]): string {
  const [first = 'public'] = schemas;
  if (profile === null) return first;
  if (schemas.includes(profile)) return profile;
  throw new RestError('PGRST106', 406, `Invalid schema: ${profile}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  });
}
