import { AdminError } from '../admin-error.ts';
import { BackendRefusal } from '../ask-backend.ts';

/** Statuses of the hints that the database's functions raise. */
const statuses: Record<string, number> = {
  not_found: 404,
  yourself: 409,
  no_address: 409,
  owner_address: 409,
  referenced: 409,
  bad_time: 400,
};

/** What a function of the database refuses, as an answer of this API. */
export function toAdminError(error: unknown): never {
  if (!(error instanceof BackendRefusal)) throw error;
  if (error.isUnknownFunction)
    throw new AdminError(
      501,
      'no-function',
      'Apply the site’s migrations to this project (supabase db push).',
    );
  if (error.isTimeout)
    throw new AdminError(503, 'too-slow', 'The database took too long to answer. Please try again.');
  if (error.hint === 'sign_in_again')
    throw new AdminError(401, 'confirm-identity', 'Please confirm that it is you.');
  const status = statuses[error.hint];
  if (status === undefined) throw error;
  throw new AdminError(status, error.hint, error.message);
}
