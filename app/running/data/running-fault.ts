import type { PostgrestError } from '@supabase/supabase-js';
import { createRequireData } from '../../session/require-data.ts';

/** An error whose message is for the user. */
export class RunningFault extends Error {
  /** A stable identifier from the database, such as `zones_changed`, if it sent one. */
  readonly hint: string;

  constructor(message: string, options: { cause?: unknown; hint?: string | undefined } = {}) {
    super(message, { cause: options.cause });
    this.hint = options.hint ?? '';
  }
}

const notThere = 'This site cannot save runs yet. Its owner has to apply the migrations (supabase db push).';
const noRoom = 'The site’s disk is full. Everything saved so far is safe.';

const byHint: Record<string, string> = {
  zones_changed: 'Your privacy zones have changed in the meantime. Try again.',
  in_zone: 'Part of this run is still in one of your privacy zones, so it was not published.',
  not_a_run: 'This run cannot be published: its recording is damaged.',
  no_such_run: 'This run no longer exists.',
  too_many_runs: 'You have reached the limit of 20,000 runs.',
  too_many_zones: 'You have reached the limit of 20 zones.',
};

const byCode: Record<string, string> = {
  '42501': 'Please sign in again.',
  '23514':
    'That is too long or out of range: names can have up to 200 characters, and zones a radius of 100 to 5,000 meters.',
  '53100': noRoom,
  PGRST202: notThere,
  PGRST205: notThere,
  PGRST301: 'Please sign in again.',
  PGRST303: 'Please sign in again.',
};

export function toFault(error: PostgrestError, status = 0): RunningFault {
  const known = byHint[error.hint ?? ''] ?? byCode[error.code] ?? (status === 507 ? noRoom : undefined);
  const isOffline = !error.code && /fetch|network|load failed/i.test(error.message);
  const message =
    known ??
    (isOffline
      ? 'There is no connection right now. Nothing was lost. Try again.'
      : 'That did not work. Please try again in a moment.');
  return new RunningFault(message, { cause: error, hint: error.hint });
}

/** The message for any error. */
export function toMessage(error: unknown): string {
  if (error instanceof RunningFault) return error.message;
  if (!navigator.onLine) return 'You are offline. Try again when you are back online.';
  console.error(error);
  return 'That did not work. Please try again in a moment.';
}

export const requireData = createRequireData(toFault);
