import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type OutgoingAnswer, type OutgoingFetch, OutgoingFetchError } from '../../http/outgoing-fetch.ts';
import type { Clock, Randomness } from '../service/ports.ts';
import { findRefusal, HookError, hookFailure } from './hook-error.ts';

export interface HttpHookOptions {
  uri: string;
  /** Each key signs every message. */
  keys: readonly Buffer[];
  outgoing: OutgoingFetch;
  clock: Clock;
  random: Randomness;
  limits?: HttpHookLimits | undefined;
}

export interface HttpHookLimits {
  /** For all attempts and the pauses between them. */
  milliseconds: number;
  tries: number;
  pauseMilliseconds: number;
}

const defaultLimits: HttpHookLimits = { milliseconds: 5000, tries: 3, pauseMilliseconds: 2000 };
const maxAnswerBytes = 200 * 1024;

/** Sends a message to an HTTP hook. `id` is the same at every attempt, so that the hook can detect a repetition. */
export type PostToHook = (payload: object, message?: { id?: string; tries?: number }) => Promise<unknown>;

export function createHttpHook(options: HttpHookOptions): PostToHook {
  const limits = options.limits ?? defaultLimits;

  return async (payload, message = {}) => {
    const body = JSON.stringify(payload);
    const id = message.id ?? options.random.uuid();
    const tries = message.tries ?? limits.tries;
    const deadline = performance.now() + limits.milliseconds;
    for (let attempt = 1; ; attempt += 1) {
      const left = deadline - performance.now();
      if (left <= 0) throw tooSlow(limits);
      const result = await sendOnce(id, body, Math.ceil(left));
      if (!('waitMilliseconds' in result)) return readAnswer(result);
      if (attempt >= tries) throw result.error;
      const end = Math.min(result.waitMilliseconds, Math.max(0, deadline - performance.now()));
      await pause(end);
    }
  };

  async function sendOnce(id: string, body: string, timeLimitMs: number): Promise<OutgoingAnswer | Retry> {
    const headers = {
      'content-type': 'application/json',
      ...signatureHeaders(options.keys, { id, at: options.clock.now(), body }),
    };
    try {
      const request = { method: 'POST', headers, body, timeLimitMs, maximumBytes: maxAnswerBytes };
      const answer = await options.outgoing(options.uri, request);
      return toRetry(answer) ?? answer;
    } catch (error) {
      if (!(error instanceof OutgoingFetchError)) throw error;
      if (error.fault !== 'unreachable') throw toHookError(error);
      return { waitMilliseconds: limits.pauseMilliseconds, error: unreachable(error) };
    }
  }

  /** A hook that sends Retry-After is retried as soon as it says, but no later than the default pause. */
  function toRetry(answer: OutgoingAnswer): Retry | undefined {
    if (answer.status !== 429 && answer.status !== 503) return undefined;
    const error = hookFailure('down', 'Service currently unavailable due to hook', describe(answer));
    const wanted = answer.headers.get('retry-after') ?? '';
    if (wanted === '') throw error;
    const seconds = Number(wanted);
    const requested = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : limits.pauseMilliseconds;
    return { waitMilliseconds: Math.min(requested, limits.pauseMilliseconds), error };
  }

  function toHookError(error: OutgoingFetchError): HookError {
    if (error.fault === 'too_slow') return tooSlow(limits, error);
    if (error.fault === 'too_large') {
      const message = `Payload size exceeded size limit of ${maxAnswerBytes} bytes`;
      const code = 'hook_payload_over_size_limit';
      return new HookError('invalid', { code, status: 422, message, cause: error });
    }
    if (error.fault === 'redirect')
      return hookFailure('down', 'Unexpected redirect returned from hook', error);
    return hookFailure('down', 'The hook cannot be called', error);
  }
}

interface Retry {
  waitMilliseconds: number;
  error: HookError;
}

function readAnswer(answer: OutgoingAnswer): unknown {
  if (answer.status === 204) return undefined;
  const parsed = parseJson(answer.text);
  // A refusal with an error status means the same as one with status 200.
  const refusal = findRefusal(parsed?.value);
  if (refusal !== undefined) throw refusal;
  if (answer.status === 400) throw hookFailure('down', 'Invalid payload sent to hook', describe(answer));
  if (answer.status === 401) throw hookFailure('down', 'Hook requires authorization token', describe(answer));
  if (answer.status !== 200 && answer.status !== 202) {
    const message = `Unexpected status code returned from hook: ${answer.status}`;
    throw hookFailure('down', message, describe(answer));
  }
  const type = answer.headers.get('content-type') ?? '';
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    const message =
      type === ''
        ? 'Invalid Content-Type: Missing Content-Type header'
        : `Invalid JSON response. Received content-type: ${type.slice(0, 100)}`;
    const code = 'hook_payload_invalid_content_type';
    throw new HookError('invalid', { code, status: 400, message, cause: describe(answer) });
  }
  if (parsed === undefined) throw hookFailure('invalid', 'Error unmarshaling JSON output.', describe(answer));
  return parsed.value;
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function tooSlow(limits: HttpHookLimits, cause?: unknown): HookError {
  const message = `Failed to reach hook within maximum time of ${(limits.milliseconds / 1000).toFixed(6)} seconds`;
  return new HookError('down', { code: 'hook_timeout', status: 422, message, cause });
}

function unreachable(cause: unknown): HookError {
  const message = 'Failed to reach hook after maximum retries';
  return new HookError('down', { code: 'hook_timeout_after_retry', status: 422, message, cause });
}

function describe(answer: OutgoingAnswer): Error {
  return new Error(`the hook answered ${answer.status}: ${answer.text.slice(0, 200)}`);
}

/**
 * The headers of Standard Webhooks. There is a signature for each key, so that a hook may have the old or the new one during a
 * rotation.
 */
function signatureHeaders(
  keys: readonly Buffer[],
  message: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
