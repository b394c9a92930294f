import { toErrorMessage } from '../http/describe-error.ts';
import { type OutgoingAnswer, type OutgoingFetch, OutgoingFetchError } from '../http/outgoing-fetch.ts';
import { type ClaimedRequest, type DeliveryResult, maxAgeHours, maxBodyBytes } from './request-store.ts';

/** Sends a request once. */
export async function deliverRequest(
  outgoing: OutgoingFetch,
  request: ClaimedRequest,
): Promise<DeliveryResult> {
  if (request.isTooOld) return refusal(`The request was not sent within ${maxAgeHours} hours.`);
  if (request.isTooLarge) return refusal(`The body is larger than ${maxBodyBytes} bytes, and was not sent.`);
  try {
    const answer = await outgoing(request.url, {
      method: request.method.toUpperCase(),
      headers: { accept: '*/*', ...toHeaders(request.headers ?? {}) },
      ...(request.body && { body: request.body }),
      timeLimitMs: request.timeoutMs,
    });
    return toResult(answer);
  } catch (error) {
    // A header that cannot be sent, for example.
    if (!(error instanceof OutgoingFetchError)) return refusal(toErrorMessage(error));
    if (error.fault === 'too_slow') {
      const message = `Timeout of ${request.timeoutMs} ms reached.`;
      return { isTimedOut: true, error: message, isTemporary: true };
    }
    return { isTimedOut: false, error: error.message, isTemporary: error.fault === 'unreachable' };
  }
}

function refusal(error: string): DeliveryResult {
  return { isTimedOut: false, error, isTemporary: false };
}

function toResult({ status, headers, text }: OutgoingAnswer): DeliveryResult {
  return {
    status,
    contentType: headers.get('content-type') ?? undefined,
    headers: Object.fromEntries(headers),
    // A text of Postgres holds no NUL.
    content: text.replaceAll('\0', '') || undefined,
    isTimedOut: false,
    isTemporary: status >= 500 || status === 429,
  };
}

/** As `jsonb_each_text` writes them. */
function toHeaders(given: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
