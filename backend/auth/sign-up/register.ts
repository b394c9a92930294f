import { isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { MessageChannel } from '../accounts/addresses.ts';
import { auditStatement, writeAudit } from '../accounts/audit.ts';
import { confirmEmail, confirmPhone } from '../accounts/confirm.ts';
import { createUser, newIdentityData, userStatements, withoutNulls } from '../accounts/create-user.ts';
import {
  findAnyUserWithEmail,
  findByIdStatement,
  findUserByOwnPhone,
  requireUserById,
} from '../accounts/find-user.ts';
import { upsertAddressIdentity } from '../accounts/identities.ts';
import { isUnverifiedSignUp, restartSignUp, setAudience } from '../accounts/unverified-sign-up.ts';
import { type Metadata, parseUserRow, type UserRow } from '../accounts/user-row.ts';
import { beginFlow, type Challenge, flowStatement, parseChallenge } from '../codes/flow-state.ts';
import { batchMailCode, sendMailCode } from '../codes/send-mail-code.ts';
import { sendSmsCode } from '../codes/send-sms-code.ts';
import {
  callAfterUserCreatedHook,
  callBeforeUserCreatedHook,
  type UserDraft,
} from '../hooks/user-created.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';

export interface Registration {
  provider: 'email' | 'phone';
  /** In its stored form. */
  address: string;
  passwordHash: string;
  data: Metadata | undefined;
  channel: MessageChannel;
  challenge: Challenge;
}

/** `taken`: a confirmed account has the address. `pending`: a message was sent. `confirmed`: the account is ready. */
export interface Registered {
  outcome: 'taken' | 'pending' | 'confirmed';
  user: UserRow;
  isNew: boolean;
}

/** The rules of every sign-up, for all routes. */
export async function register(
  request: AuthRequest,
  service: AuthService,
  registration: Registration,
): Promise<Registered> {
  const { provider } = registration;
  if (!service.config.enableSignup) {
    throw new ServiceError('signup_disabled', 422, 'Signups not allowed for this instance');
  }
  if (provider === 'email' && !service.config.email.enableSignup) {
    throw new ServiceError('email_provider_disabled', 400, 'Email signups are disabled');
  }
  if (provider === 'phone' && !service.config.sms.enableSignup) {
    throw new ServiceError('phone_provider_disabled', 400, 'Phone signups are disabled');
  }
  const draft = await callHook(request, service, registration);
  const once = async () =>
    (await registerNewUser(request, service, registration, draft)) ??
    registerOnce(request, service, registration, draft);
  const registered = await once().catch((error: unknown) => {
    // A concurrent request registered the same address: the second run finds it.
    if (isUniqueViolation(error)) return once();
    throw error;
  });
  if (registered.isNew) await callAfterUserCreatedHook(request, service, registered.user);
  return registered;
}

/** Calls the hook for a new user before a transaction is opened, because it may answer slowly. */
async function callHook(
  request: AuthRequest,
  service: AuthService,
  { provider, address, data }: Registration,
): Promise<UserDraft | undefined> {
  if (service.hooks.before_user_created === undefined) return undefined;
  const find = provider === 'email' ? findAnyUserWithEmail : findUserByOwnPhone;
  if ((await find(service.database.sql, address)) !== undefined) return undefined;
  const draft = { id: service.random.uuid(), provider, [provider]: address, data };
  await callBeforeUserCreatedHook(request, service, draft);
  return draft;
}

/**
 * The common case in one round trip: no account has the address, a mail confirms it and no hook is called within the transaction.
 * Undefined in every other case.
 */
async function registerNewUser(
  request: AuthRequest,
  service: AuthService,
  { provider, address, data, passwordHash, challenge }: Registration,
  draft: UserDraft | undefined,
): Promise<Registered | undefined> {
  const { prepare } = service.mailer;
  const isHookCalled = service.hooks.before_user_created === undefined || draft !== undefined;
  if (provider !== 'email' || isAutoconfirmed(service, provider) || !isHookCalled || !prepare)
    return undefined;
  const { sql } = service.database;
  if ((await findAnyUserWithEmail(sql, address)) !== undefined) return undefined;

  const id = draft?.id ?? service.random.uuid();
  const account = { id, provider, email: address, data, passwordHash };
  const flow = parseChallenge(challenge);
  const begun = { challenge, userId: id, method: 'email/signup', provider } as const;
  const entry = { action: 'user_confirmation_requested', traits: { provider } } as const;
  const metadata = withoutNulls(newIdentityData(account));
  const user = { id, email: address, phone: null, is_sso_user: false, raw_user_meta_data: metadata };
  const [found] = await batchMailCode(
    request,
    service,
    { user, type: 'signup', flow },
    {
      prepare,
      before: [
        ...userStatements(service, account),
        auditStatement(request, service, { actor: user, ...entry }),
        ...(flow === 'pkce' ? [flowStatement(service, begun)] : []),
      ],
      after: [findByIdStatement(id)],
    },
  );
  const row = found?.[0]?.[0];
  if (!row) throw new Error(`user ${id} is gone`);
  return { outcome: 'pending', user: parseUserRow(row), isNew: true };
}

function registerOnce(
  request: AuthRequest,
  service: AuthService,
  registration: Registration,
  draft: UserDraft | undefined,
): Promise<Registered> {
  const { provider, address, data, passwordHash } = registration;
  return service.database.transaction(async (sql) => {
    const call = { sql, service, request };
    const log = (
      user: UserRow,
      action: 'user_repeated_signup' | 'user_signedup' | 'user_confirmation_requested',
    ) => writeAudit(call, { actor: user, action, traits: { provider } });
    const find = provider === 'email' ? findAnyUserWithEmail : findUserByOwnPhone;
    const known = await find(sql, address);
    if (known !== undefined && isTaken(known, provider, address)) {
      await log(known, 'user_repeated_signup');
      return { outcome: 'taken', user: known, isNew: false };
    }
    const isNew = known === undefined;
    const id = draft?.id ?? service.random.uuid();
    const account = { id, provider, [provider]: address, data };
    // The account with this address was deleted in the meantime, so the hook has not been called yet.
    if (isNew && draft === undefined) await callBeforeUserCreatedHook(request, service, account, sql);
    const found = known ?? (await createUser(sql, service, { ...account, passwordHash }));
    // The code that is sent now confirms this sign-up and none before it, so this one's password and data replace the earlier
    // ones.
    if (!isNew && (await isUnverifiedSignUp(sql, found))) {
      await restartSignUp(sql, service, found, registration);
      await setAudience(sql, service, found.id);
    } else if (!found.identities.some((identity) => identity.provider === provider))
      await upsertAddressIdentity(sql, service, {
        userId: found.id,
        provider,
        data: provider === 'email' ? { email: address } : {},
      });
    const user = isNew ? found : await requireUserById(sql, found.id);
    if (isAutoconfirmed(service, provider)) {
      await log(user, 'user_signedup');
      await (provider === 'email' ? confirmEmail : confirmPhone)(sql, service, user.id);
      return { outcome: 'confirmed', user: await requireUserById(sql, user.id), isNew };
    }
    await log(user, 'user_confirmation_requested');
    if (provider === 'phone') {
      await sendSmsCode(call, user, {
        phone: address,
        purpose: 'confirmation',
        channel: registration.channel,
      });
    } else {
      const flow = parseChallenge(registration.challenge);
      if (flow === 'pkce') {
        const { challenge } = registration;
        await beginFlow(sql, service, { challenge, userId: user.id, method: 'email/signup', provider });
      }
      await sendMailCode(call, { user, type: 'signup', flow });
    }
    return { outcome: 'pending', user: await requireUserById(sql, user.id), isNew };
  });
}

/** Also when only another identity of the account has verified the address. */
function isTaken(user: UserRow, provider: 'email' | 'phone', address: string): boolean {
  if (provider === 'phone') return user.phone_confirmed_at !== null;
  return user.email_confirmed_at !== null || user.email?.toLowerCase() !== address;
}

export function isAutoconfirmed(service: AuthService, provider: 'email' | 'phone'): boolean {
  return provider === 'email'
    ? !service.config.email.enableConfirmations
    : !service.config.sms.enableConfirmations;
}
