import type { AdminRefusal } from '../../app/admin/admin-paths.ts';
import { readBearerToken } from '../../backend/identity/read-caller.ts';
import type { VerifyToken } from '../session/visitor.ts';
import { AdminError } from './admin-error.ts';
import type { Owner } from './admin-route.ts';
import { type AskBackend, BackendRefusal } from './ask-backend.ts';

export interface OwnerGateOptions {
  siteUrl: string;
  verifyToken: VerifyToken;
  askBackend: AskBackend;
  now?: () => number;
}

export interface AdmittedOwner {
  owner: Owner;
  token: string;
}

/** Admits an owner, or throws an AdminError. */
export type OwnerGate = (request: Request, asksAgain: boolean) => Promise<AdmittedOwner>;

const sessionMs = 12 * 60 * 60_000;
const confirmedMs = 10 * 60_000;

/**
 * Decides for each request anew: a session that was ended, or an account that is no owner any more, is out at once. The token is in a header,
 * which no other site can make a browser send; the origin is checked all the same.
 */
export function createOwnerGate(options: OwnerGateOptions): OwnerGate {
  const { siteUrl, verifyToken, askBackend, now = Date.now } = options;
  return async (request, asksAgain) => {
    requireOwnOrigin(request, siteUrl);
    const token = readBearerToken(request.headers);
    // A token that an application received is no token of this site.
    const claims = token === undefined ? undefined : await verifyToken(token);
    if (token === undefined || !claims) throw refuse('signed-out');
    const [row] = await askBackend<AdminSessionRow[]>(token, 'admin_session').catch(toRefusal);
    if (!row) throw refuse('not-owner');
    const age = now() - Date.parse(row.signed_in_at);
    if (!(age < sessionMs)) throw refuse('sign-in-again');
    if (asksAgain && !(age < confirmedMs)) throw refuse('confirm-identity');
    const { name } = claims;
    return { owner: { id: row.user_id, email: row.email, ...(name && { name }) }, token };
  };
}

interface AdminSessionRow {
  user_id: string;
  email: string;
  signed_in_at: string;
}

function requireOwnOrigin({ method, headers }: Request, siteUrl: string): void {
  const origin = headers.get('origin');
  const from = headers.get('sec-fetch-site');
  // Browsers send the origin with everything but a GET.
  const isOwn = origin === null ? method === 'GET' : origin === siteUrl;
  if (!isOwn || (from !== null && from !== 'same-origin')) throw refuse('other-origin');
}

/** By the hints that the database's rules for owners raise. */
export const ownerHints: Record<string, AdminRefusal> = {
  sign_in: 'signed-out',
  application: 'not-owner',
  not_owner: 'not-owner',
  insufficient_aal: 'second-factor',
  sign_in_again: 'sign-in-again',
};

/** What the database says about the caller, as a refusal of this API. */
export function toRefusal(error: unknown): never {
  if (!(error instanceof BackendRefusal)) throw error;
  if (error.isUnknownFunction) throw refuse('no-function');
  // A token that the backend does not accept any more is one of an ended session.
  throw refuse(ownerHints[error.hint] ?? (error.status === 401 ? 'signed-out' : 'not-owner'));
}

const refusals: Record<AdminRefusal, [status: number, message: string]> = {
  'signed-out': [401, 'Please sign in.'],
  'not-owner': [403, 'Only an owner of this site may do this.'],
  'second-factor': [403, 'Please confirm with your second factor first.'],
  'sign-in-again': [401, 'You signed in more than 12 hours ago. Please sign in again.'],
  'confirm-identity': [401, 'Please confirm that it is you.'],
  'other-origin': [403, 'This must be sent from the site itself.'],
  'no-function': [501, 'Apply the site’s migrations to this project (supabase db push).'],
};

function refuse(code: AdminRefusal): AdminError {
  const [status, message] = refusals[code];
  return new AdminError(status, code, message);
}
