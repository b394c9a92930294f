import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { hasPassword, isBanned, type UserRow } from '../accounts/user-row.ts';
import { callPasswordHook } from '../hooks/verification-hooks.ts';
import { findUserWithinLimits } from '../limits/find-user-within-limits.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { findWeakness } from './password-rules.ts';

const shape = z.object({ email: optionalText, phone: optionalText, password: optionalText });

/** POST /token?grant_type=password: signs in by email or phone. */
export const passwordGrant: Endpoint = async (request, service) => {
  let body: z.infer<typeof shape>;
  let wanted: WantedAccount;
  try {
    body = await request.body(shape);
    wanted = readWantedAccount(service, body);
  } catch (error) {
    // A body that names no account counts as a call too.
    await limitRoute(request, service, 'token');
    throw error;
  }
  const user = await findUserWithinLimits(request, service, { route: 'token', account: 'password' }, wanted);
  if (user === undefined || !hasPassword(user)) {
    // Hash even when there is nothing to compare with, so that both answers take the same time.
    await service.passwords.verifyDummy(body.password);
    throw wrongCredentials();
  }
  const hash = user.encrypted_password ?? '';
  const isValid = await service.passwords.verify(hash, body.password);
  await callPasswordHook(request, service, { userId: user.id, isValid });
  if (!isValid) throw wrongCredentials();
  // Reported only to a caller who knows the password: to others it would reveal that the account exists.
  if (isBanned(user, service.clock.now())) throw new ServiceError('user_banned', 400, 'User is banned');
  if (service.passwords.needsRehash(hash)) await rehash(service, user, body.password);

  if (body.email !== '' && user.email_confirmed_at === null) {
    throw new ServiceError('email_not_confirmed', 400, 'Email not confirmed');
  }
  if (body.phone !== '' && user.phone_confirmed_at === null) {
    throw new ServiceError('phone_not_confirmed', 400, 'Phone not confirmed');
  }
  const audit = { action: 'login', traits: { provider: body.email === '' ? 'phone' : 'email' } } as const;
  const tokens = await issueSession({ service, request }, user, 'password', {
    audit,
  }).catch((error: unknown) => {
    throw error instanceof ServiceError && error.code === 'user_not_found' ? wrongCredentials() : error;
  });
  // A password that today's rules call weak still signs in; the client is told to ask for a better one.
  return { ...tokens, weak_password: (await findWeakness(body.password, service)) ?? null };
};

interface WantedAccount {
  kind: 'email' | 'phone';
  address: string;
}

function readWantedAccount({ config }: AuthService, body: z.infer<typeof shape>): WantedAccount {
  if (body.email !== '' && body.phone !== '') {
    throw ServiceError.validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (body.email !== '') {
    if (!config.email.enableSignup) {
      throw new ServiceError('email_provider_disabled', 422, 'Email logins are disabled');
    }
    return { kind: 'email', address: body.email };
  }
  if (body.phone === '') throw ServiceError.validationFailed('missing email or phone');
  if (!config.sms.enableSignup)
    throw new ServiceError('phone_provider_disabled', 422, 'Phone logins are disabled');
  return { kind: 'phone', address: body.phone.replace(/^\+/, '').replaceAll(' ', '') };
}

/** Only while the stored hash is still the one that was verified. */
async function rehash(service: AuthService, user: UserRow, password: string): Promise<void> {
  const hash = await service.passwords.hash(password);
  await service.database.sql`
    update auth.users set encrypted_password = ${hash}
    where id = ${user.id} and encrypted_password = ${user.encrypted_password}`;
}

function wrongCredentials(): ServiceError {
  return new ServiceError('invalid_credentials', 400, 'Invalid login credentials');
}
