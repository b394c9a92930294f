import type { Ledger } from '../ledger.ts';
import { keys } from '../site-settings.ts';

export interface LoadRequest {
  /** Groups answers in the report. */
  kind: string;
  method: string;
  path: string;
  /** A token or a key. Default: the publishable key. */
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface LoadAnswer {
  ok: boolean;
  status: number;
  body: Buffer;
  /** When it was there. */
  at: number;
  json<Shape>(): Shape;
}

export type Send = (request: LoadRequest) => Promise<LoadAnswer>;

/** A visitor does not wait longer. */
const answerWithinMs = 20_000;

/** Requests to one address that are counted in the ledger. */
export function createSend(url: string, ledger: Ledger): Send {
  return async ({ kind, method, path, token, body, headers }) => {
    const sentAt = performance.now();
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const apikey = token === keys.secretKey ? token : keys.publicKey;
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        apikey,
        authorization: `Bearer ${token ?? keys.publicKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(bytes !== undefined && { body: Buffer.isBuffer(bytes) ? new Uint8Array(bytes) : bytes }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
      .then(async (response) => ({
        status: response.status,
        body: Buffer.from(await response.arrayBuffer()),
      }))
      .catch(() => ({ status: 0, body: Buffer.alloc(0) }));
    const at = performance.now();
    ledger.answers.push({ kind, sentAt, at, status: answer.status });
    return {
      ...answer,
      at,
      ok: answer.status >= 200 && answer.status < 300,
      json: <Shape>() => JSON.parse(answer.body.toString()) as Shape,
    };
  };
}
