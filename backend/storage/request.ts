import type { z } from 'zod';
import { readJsonBody } from '../http/json-body.ts';
import { ServiceError } from '../http/service-error.ts';
import type { Caller } from './caller.ts';
import { parseBody } from './parse-body.ts';
import type { StorageService } from './service.ts';
import { invalidRequest, tooLarge } from './storage-error.ts';

/** A storage request with the values that endpoints need. */
export interface StorageRequest {
  raw: Request;
  method: string;
  headers: Headers;
  query: URLSearchParams;
  /** The bucket of the URL. */
  bucket: string;
  /** The path after the bucket. */
  key: string;
  /** The id of a resumable upload. */
  id: string;
  /** The caller; read once. Throws without a valid credential. */
  caller(): Promise<Caller>;
  /** The validated JSON body. */
  body<T>(shape: z.ZodType<T>): Promise<T>;
}

/** An endpoint returns a Response, or an object that becomes a JSON response with status 200. */
export type Endpoint = (request: StorageRequest, service: StorageService) => Promise<Response | object>;

export function createStorageRequest(
  raw: Request,
  url: URL,
  params: Record<string, string>,
  service: StorageService,
): StorageRequest {
  let asked: Promise<Caller> | undefined;
  return {
    raw,
    method: raw.method,
    headers: raw.headers,
    query: url.searchParams,
    bucket: params.bucket ?? '',
    key: params['*'] ?? '',
    id: params.id ?? '',
    caller() {
      asked ??= service.identifyCaller(raw.headers);
      return asked;
    },
    body: (shape) => readShape(raw, shape),
  };
}

async function readShape<T>(raw: Request, shape: z.ZodType<T>): Promise<T> {
  try {
    return parseBody(shape, await readJsonBody(raw));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw error.status === 413 ? tooLarge('request') : invalidRequest(error.message, error);
  }
}
