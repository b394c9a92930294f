import { ServiceError } from '../../http/service-error.ts';

/**
 * `refused`: the hook said no. `down`: it could not be reached, or asks for a retry. `invalid`: it ran and gave an unusable
 * answer.
 */
export type HookOutcome = 'refused' | 'down' | 'invalid';

/** A hook that stopped a request. Code, status and message are for the client, the cause is for the log. */
export class HookError extends ServiceError {
  readonly outcome: HookOutcome;

  constructor(
    outcome: HookOutcome,
    error: { code?: string; status: number; message: string; cause?: unknown },
  ) {
    const code = error.code ?? (error.status >= 500 ? 'unexpected_failure' : 'unknown');
    super(code, error.status, error.message, 'cause' in error ? { cause: error.cause } : {});
    this.name = 'HookError';
    this.outcome = outcome;
  }
}

/** For every failure of the hook itself. The details are in the log. */
export function hookFailure(outcome: HookOutcome, message: string, cause?: unknown): HookError {
  return new HookError(outcome, { status: 500, message, cause });
}

const maxMessageLength = 1000;

/**
 * `{"error": {"http_code": 403, "message": "…"}}` in an answer is a refusal. Without a message it is none; without an error
 * status it is a 500.
 */
export function findRefusal(answer: unknown): HookError | undefined {
  const error = member(answer, 'error');
  const message = member(error, 'message');
  if (typeof message !== 'string' || message === '') return undefined;
  const code = Number(member(error, 'http_code'));
  const status = Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500;
  return new HookError('refused', { status, message: message.slice(0, maxMessageLength) });
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
