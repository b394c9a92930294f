/** One request to a provider's HTTP API: a form, answered in JSON. */
import { collectBytes } from '../../http/read-bytes.ts';

export interface SmsHttp {
  fetch: typeof fetch;
  /** The start of the provider's URL, if not the default. */
  address?: string;
  timeLimit?: number;
}

export interface FormAnswer {
  status: number;
  /** Empty when the answer was not a JSON object. */
  body: Record<string, unknown>;
}

const maxAnswerBytes = 64 * 1024;

export async function postForm(
  http: SmsHttp,
  request: { provider: string; url: string; headers?: Record<string, string>; form: URLSearchParams },
): Promise<FormAnswer> {
  const answer = await http.fetch(request.url, {
    method: 'POST',
    headers: request.headers ?? {},
    body: request.form,
    redirect: 'error',
    signal: AbortSignal.timeout(http.timeLimit ?? 10_000),
  });
  const tooLong = () => new Error(`${request.provider}’s answer is too long.`);
  const body = await collectBytes(answer.body ?? [], maxAnswerBytes, tooLong);
  return { status: answer.status, body: parseObject(body.toString()) };
}

/**
 * A request that a provider rejects is final, unless it rejects our login, misses our payment or limits our rate: then the message waits for
 * the owner to fix that.
 */
export function isFinalStatus(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 402, 403, 404, 408, 429].includes(status);
}

/** The first object of a list in an answer, or an empty one. */
export function firstOf(list: unknown): Record<string, unknown> {
  return toObject(Array.isArray(list) ? list[0] : undefined);
}

export function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return {};
  }
}
