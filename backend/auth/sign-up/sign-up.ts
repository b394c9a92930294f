import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { parseChannel, parseEmail, parsePhone } from '../accounts/addresses.ts';
import { createUser } from '../accounts/create-user.ts';
import { toPendingUser } from '../accounts/pending-user.ts';
import type { Metadata, UserRow } from '../accounts/user-row.ts';
import { toWireUser, type WireUser } from '../accounts/wire-user.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { parseChallenge } from '../codes/flow-state.ts';
import { callAfterUserCreatedHook, callBeforeUserCreatedHook } from '../hooks/user-created.ts';
import { inConstantTime } from '../limits/constant-time.ts';
import { limitMails, limitRoute } from '../limits/route-limits.ts';
import { countUnsentMessage, startSendCooldown } from '../limits/send-cooldown.ts';
import { toMessageContext } from '../mail/message-context.ts';
import { requireStrongPassword } from '../passwords/password-rules.ts';
import { challengeMembers, optionalData, optionalText } from '../service/body-shapes.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import type { TokenResponse } from '../sessions/access-token.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { type Registration, register } from './register.ts';

const shape = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalData,
  channel: optionalText,
  ...challengeMembers,
});

/** POST /signup: a new account by email or phone; without either, an anonymous one. */
export const signUp: Endpoint = async (request, service) => {
  await requireCaptcha(request, service);
  const body = await request.body(shape);
  if (body.email === '' && body.phone === '') {
    // A password needs an address: the caller did not mean an anonymous account.
    if (body.password !== '')
      throw ServiceError.validationFailed('Signup requires an email address or a phone number');
    return signUpAnonymously(request, service, body.data);
  }
  await limitRoute(request, service, 'signup', (body.email || body.phone).toLowerCase());
  return signUpWithPassword(request, service, body);
};

/** POST /signup without an address: an account that cannot be signed in to again until it gets one. */
async function signUpAnonymously(
  request: AuthRequest,
  service: AuthService,
  data: Metadata | undefined,
): Promise<TokenResponse> {
  if (!service.config.enableAnonymousSignIns) {
    throw new ServiceError('anonymous_provider_disabled', 422, 'Anonymous sign-ins are disabled');
  }
  await limitRoute(request, service, 'anonymous');
  if (!service.config.enableSignup) {
    throw new ServiceError('signup_disabled', 422, 'Signups not allowed for this instance');
  }
  const draft = { id: service.random.uuid(), provider: 'anonymous', data };
  await callBeforeUserCreatedHook(request, service, draft);
  const { user, tokens } = await service.database.transaction(async (sql) => {
    const user = await createUser(sql, service, draft);
    return { user, tokens: await issueSession({ sql, service, request }, user, 'anonymous') };
  });
  await callAfterUserCreatedHook(request, service, user);
  return tokens;
}

async function signUpWithPassword(request: AuthRequest, service: AuthService, body: z.infer<typeof shape>) {
  const { config } = service;
  if (!config.enableSignup) {
    throw new ServiceError('signup_disabled', 422, 'Signups not allowed for this instance');
  }
  if (body.password === '') throw ServiceError.validationFailed('Signup requires a valid password');
  await requireStrongPassword(body.password, service);
  if (body.email !== '' && body.phone !== '') {
    throw ServiceError.validationFailed(
      'Only an email address or phone number should be provided on signup.',
    );
  }
  const provider = body.email === '' ? 'phone' : 'email';
  if (provider === 'phone' && body.code_challenge !== '')
    throw ServiceError.validationFailed('PKCE not supported for phone signups');
  const channel = provider === 'phone' ? parseChannel(body.channel, config.sms.provider) : 'sms';
  parseChallenge(body);
  const address = provider === 'email' ? parseEmail(body.email) : parsePhone(body.phone);

  // Hashed before the lookup, so that the answer takes the same time for a taken address.
  const passwordHash = await service.passwords.hash(body.password);
  const registration = {
    provider,
    address,
    passwordHash,
    data: body.data,
    channel,
    challenge: body,
  } as const;
  const { hideAccounts } = config.stricter;
  const registering = register(request, service, registration);
  const { outcome, user } = await (hideAccounts ? inConstantTime(registering) : registering);
  if (outcome === 'taken') await refuseTaken(request, service, user, registration);
  if (hideAccounts && outcome !== 'confirmed') return toUniformAnswer(service, outcome, user, registration);
  if (outcome === 'taken') return toTakenAnswer(service, registration);
  if (user.email_confirmed_at !== null || user.phone_confirmed_at !== null) {
    const audit = { action: 'login', traits: { provider } } as const;
    return issueSession({ service, request }, user, 'password', { audit });
  }
  const wire = toWireUser(user);
  return user.invited_at === null ? wire : { ...wire, user_metadata: {}, identities: [] };
}

/**
 * Where addresses are confirmed, the caller does not learn that this one is taken. The owner of the account is notified by mail.
 */
async function refuseTaken(
  request: AuthRequest,
  service: AuthService,
  user: UserRow,
  { provider, address }: Registration,
): Promise<void> {
  const { email, sms, stricter } = service.config;
  if (!email.enableConfirmations || (sms.enableSignup && !sms.enableConfirmations)) {
    throw new ServiceError('user_already_exists', 422, 'User already registered');
  }
  if (!stricter.hideAccounts || provider === 'phone' || service.hooks.send_email !== undefined)
    return countUnsentMessage(service, provider === 'email' ? 'email' : 'sms', address);
  await service.database.transaction(async (sql) => {
    await startSendCooldown(sql, service, 'email', address);
    const variables = { Email: address, SiteURL: service.config.siteUrl };
    const about = toMessageContext(request, user);
    await service.mailer.queue(sql, { kind: 'account_exists_notification', to: address, variables, about });
    await limitMails(sql, service);
  });
}

/** The answer of the reference server: a user who does not exist. It has no identities, which clients read as "is taken". */
function toTakenAnswer(service: AuthService, { provider, address, data = {} }: Registration): WireUser {
  const now = service.clock.now().toISOString();
  return {
    id: service.random.uuid(),
    aud: service.config.audience,
    role: '',
    email: provider === 'email' ? address : '',
    phone: provider === 'phone' ? address : '',
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/**
 * The same answer for every address. A new id at every sign-up would reveal a taken address, so its id is derived from the
 * address.
 */
function toUniformAnswer(
  service: AuthService,
  outcome: 'taken' | 'pending',
  user: UserRow,
  { provider, address, data }: Registration,
): WireUser {
  return toPendingUser({
    id: outcome === 'taken' ? service.placeholderIds(`user ${address}`) : user.id,
    identityId: service.placeholderIds(`identity ${address}`),
    audience: service.config.audience,
    provider,
    address,
    data,
    now: service.clock.now(),
  });
}
