import type { z } from 'zod';
import { parseJsonText, readText } from '../../http/json-body.ts';
import { parseShape } from '../../http/parse-shape.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from './service.ts';

/** A request to the auth service, with the helpers that endpoints need. */
export interface AuthRequest {
  raw: Request;
  method: string;
  /** Path below the base path. */
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  clientAddress: string;
  /** The JSON body, read once. */
  json(): Promise<unknown>;
  /** The JSON body, validated. */
  body<T>(shape: z.ZodType<T>): Promise<T>;
  /** The same for an endpoint that needs no body: an empty one counts as `{}`. */
  optionalBody<T>(shape: z.ZodType<T>): Promise<T>;
}

/** An endpoint returns a response, or an object that becomes a JSON answer with status 200. */
export type Endpoint = (request: AuthRequest, service: AuthService) => Promise<Response | object>;

export function createAuthRequest(
  raw: Request,
  parts: { path: string; url: URL; params: Record<string, string>; clientAddress: string },
): AuthRequest {
  let text: Promise<string> | undefined;
  let read: Promise<unknown> | undefined;
  const readOnce = () => {
    text ??= readText(raw);
    return text;
  };
  const json = () => {
    read ??= readOnce().then(parseJsonText);
    return read;
  };
  const toShape = <T>(shape: z.ZodType<T>, value: unknown) => parseShape(shape, withLowerCaseNames(value));
  const { path, url, params, clientAddress } = parts;
  return {
    raw,
    method: raw.method,
    headers: raw.headers,
    path,
    params,
    clientAddress,
    // Lazy, because most endpoints never read it.
    get query() {
      return url.searchParams;
    },
    json,
    body: async (shape) => toShape(shape, await json()),
    async optionalBody(shape) {
      // Over HTTP a request without a body has an empty one, and not all clients send its length.
      const isEmpty = (await readOnce()) === '';
      return toShape(shape, isEmpty ? {} : await json());
    },
  };
}

/**
 * The reference server reads member names in any case, so `{"Email": …}` contains an address. One name in two spellings is
 * refused: the caller and a proxy could each read another of the two.
 */
function withLowerCaseNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const names = Object.keys(body);
  if (names.every((name) => name === name.toLowerCase())) return body;
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw new ServiceError('bad_json', 400, 'Request body: a member is given twice, in different capitals');
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
}
