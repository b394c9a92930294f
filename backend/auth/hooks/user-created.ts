import type { Metadata, UserRow } from '../accounts/user-row.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { HookError } from './hook-error.ts';
import { hookMetadata } from './hook-payload.ts';

/** A user who is about to get an account. */
export interface UserDraft {
  /** The new account gets this id. */
  id: string;
  /** `email`, `phone`, `anonymous`, or the name of a provider. */
  provider: string;
  email?: string | undefined;
  phone?: string | undefined;
  data?: Metadata | undefined;
}

/** The reference server's format for an unknown time. */
const never = '0001-01-01T00:00:00Z';

/**
 * Calls the hook that can prevent a new account. Best called before a transaction is opened; within one, pass it on, so that no
 * second connection is needed.
 */
export async function callBeforeUserCreatedHook(
  request: AuthRequest,
  service: AuthService,
  draft: UserDraft,
  within?: Queries,
): Promise<void> {
  const hook = service.hooks.before_user_created;
  if (hook === undefined) return;
  const { id, provider, email = '', phone = '', data = {} } = draft;
  const isAnonymous = provider === 'anonymous';
  // Read by hooks: keep these keys.
  const user = {
    id,
    aud: service.config.audience,
    role: '',
    email,
    phone,
    app_metadata: isAnonymous ? {} : { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: never,
    updated_at: never,
    is_anonymous: isAnonymous,
  };
  const metadata = hookMetadata(service, 'before_user_created', request.clientAddress);
  await hook.call({ metadata, user }, within);
}

/**
 * Calls the hook for a new account, after its transaction. A deliberate refusal is passed on; a hook that is down or gives an
 * invalid answer cannot undo the account, so the request does not fail.
 */
export async function callAfterUserCreatedHook(
  request: AuthRequest,
  service: AuthService,
  user: UserRow,
): Promise<void> {
  const hook = service.hooks.after_user_created;
  if (hook === undefined) return;
  const metadata = hookMetadata(service, 'after_user_created', request.clientAddress);
  try {
    await hook.call({ metadata, user: toWireUser(user) });
  } catch (error) {
    if (!(error instanceof HookError) || error.outcome === 'refused') throw error;
  }
}
