import type { z } from 'zod';
import { readJsonBody } from '../http/json-body.ts';
import { parseShape } from '../http/parse-shape.ts';
import type { AuthService } from './service.ts';

/** A request to the auth service, with what every endpoint asks of it. */
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
  /** The JSON body in its shape. */
  body<T>(shape: z.ZodType<T>): Promise<T>;
}

/** An endpoint answers with a response, or with an object that becomes a JSON answer of status 200. */
export type Endpoint = (request: AuthRequest, service: AuthService) => Promise<Response | object>;

export function createAuthRequest(
  raw: Request,
  parts: { path: string; url: URL; params: Record<string, string>; clientAddress: string },
): AuthRequest {
  let read: Promise<unknown> | undefined;
  const json = () => {
    read ??= readJsonBody(raw);
    return read;
  };
  const { path, url, params, clientAddress } = parts;
  return {
    raw,
    method: raw.method,
    headers: raw.headers,
    path,
    params,
    clientAddress,
    // Most endpoints never look at it.
    get query() {
      return url.searchParams;
    },
    json,
    body: async (shape) => parseShape(shape, await json()),
  };
}
