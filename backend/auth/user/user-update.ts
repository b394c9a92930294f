import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { parseChannel, parseEmail, parsePhone } from '../accounts/addresses.ts';
import { writeAudit } from '../accounts/audit.ts';
import { findAnyUserWithEmail, findUserByOwnPhone, requireUserById } from '../accounts/find-user.ts';
import { refreshProviders } from '../accounts/identities.ts';
import { mergeMetadata } from '../accounts/metadata.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import { beginFlow, parseChallenge } from '../codes/flow-state.ts';
import { sendEmailChange } from '../codes/send-email-change.ts';
import { sendSmsCode } from '../codes/send-sms-code.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { hashNewPassword, setPassword } from '../passwords/change-password.ts';
import { requireStrongPassword } from '../passwords/password-rules.ts';
import { challengeMembers, optionalData, optionalText } from '../service/body-shapes.ts';
import type { Call } from '../service/call.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { type Caller, requireUser } from '../sessions/require-user.ts';
import { changeEmail } from '../verification/confirm-email-change.ts';
import { confirmPhoneChange } from '../verification/confirm-phone-change.ts';

const shape = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  current_password: optionalText,
  nonce: optionalText,
  data: optionalData,
  app_metadata: optionalData,
  channel: optionalText,
  ...challengeMembers,
});
type Changes = z.infer<typeof shape>;

/** PUT /user: the caller changes their address, number, password or metadata. */
export const updateUser: Endpoint = async (request, service) => {
  const caller = await requireUser(request, service);
  const { user } = caller;
  await limitRoute(request, service, 'user', user.id);
  const changes = await parseChanges(service, user, await request.body(shape));
  requirePermission(caller, changes);
  await requireAddressesUnused(service, user, changes);
  const password = changes.password ?? '';
  const passwordHash =
    password === '' ? undefined : await hashNewPassword(service, caller, { ...changes, password });

  const changed = await service.database.transaction(async (sql) => {
    const call = { sql, service, request };
    if (passwordHash !== undefined) await setPassword(call, caller, passwordHash);
    if (changes.data !== undefined) await mergeMetadata(sql, user.id, 'raw_user_meta_data', changes.data);
    if (changes.email !== '') await startEmailChange(call, user, changes);
    if (changes.phone !== '') await startPhoneChange(call, user, changes);
    await writeAudit(call, { actor: user, action: 'user_modified' });
    await sql`update auth.users set updated_at = ${service.clock.now()} where id = ${user.id}`;
    return requireUserById(sql, user.id);
  });
  return toWireUser(changed);
};

/** An unchanged value is not a change: afterward `email` and `phone` are empty unless they are new. */
async function parseChanges(service: AuthService, user: UserRow, body: Changes): Promise<Changes> {
  const email = body.email === '' ? '' : parseEmail(body.email);
  const phone = body.phone === '' ? '' : parsePhone(body.phone);
  if (phone !== '') parseChannel(body.channel, service.config.sms.provider);
  parseChallenge(body);
  if (body.password !== undefined && body.password !== null)
    await requireStrongPassword(body.password, service);
  return { ...body, email: email === user.email ? '' : email, phone: phone === user.phone ? '' : phone };
}

function requirePermission({ user }: Caller, changes: Changes): void {
  const isSensitive = Boolean(changes.password) || changes.email !== '' || changes.phone !== '';
  if (changes.app_metadata !== undefined) {
    throw new ServiceError('not_admin', 403, 'Updating app_metadata requires admin privileges');
  }
  if (user.is_anonymous && changes.password && changes.email === '' && changes.phone === '') {
    const message = 'Updating password of an anonymous user without an email or phone is not allowed';
    throw new ServiceError('validation_failed', 422, message);
  }
  if (user.is_sso_user && (isSensitive || changes.nonce !== '')) {
    const message = 'Updating email, phone, password of a SSO account only possible via SSO';
    throw new ServiceError('user_sso_managed', 422, message);
  }
}

async function requireAddressesUnused(service: AuthService, user: UserRow, changes: Changes): Promise<void> {
  const { sql } = service.database;
  if (changes.email !== '' && (await findAnyUserWithEmail(sql, changes.email, user.id)) !== undefined) {
    throw new ServiceError('email_exists', 422, 'A user with this email address has already been registered');
  }
  if (changes.phone !== '' && (await findUserByOwnPhone(sql, changes.phone)) !== undefined) {
    throw new ServiceError('phone_exists', 422, 'A user with this phone number has already been registered');
  }
}

/** Only an anonymous user may take an address without verifying it, as with a sign-up that needs no confirmation. */
async function startEmailChange(call: Call, user: UserRow, changes: Changes): Promise<void> {
  const { sql, service } = call;
  if (user.is_anonymous && !service.config.email.enableConfirmations) {
    await changeEmail(call, user, changes.email);
    await refreshProviders(sql, user.id);
    return;
  }
  const flow = parseChallenge(changes);
  if (flow === 'pkce') {
    const method = 'email_change';
    await beginFlow(sql, service, { challenge: changes, userId: user.id, method, provider: method });
  }
  await sendEmailChange(call, user, changes.email, flow);
}

async function startPhoneChange(call: Call, user: UserRow, changes: Changes): Promise<void> {
  const { sql, service } = call;
  const { phone } = changes;
  if (service.config.sms.enableConfirmations) {
    const channel = parseChannel(changes.channel, service.config.sms.provider);
    await sendSmsCode(call, user, { phone, purpose: 'phone_change', channel });
    return;
  }
  await confirmPhoneChange(call, user, phone);
  await refreshProviders(sql, user.id);
}
