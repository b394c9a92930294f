import { ServiceError } from '../../http/service-error.ts';
import { parseEmail } from '../accounts/addresses.ts';
import { findUserByEmail, requireUserById } from '../accounts/find-user.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { hashCode, storeToken } from '../accounts/one-time-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import { mailLink } from '../codes/mail-link.ts';
import { callAfterUserCreatedHook, callBeforeUserCreatedHook } from '../hooks/user-created.ts';
import { requireStrongPassword } from '../passwords/password-rules.ts';
import { randomPasswordHash } from '../passwords/random-password-hash.ts';
import { findAllowedRedirect, redirectTarget } from '../redirects/redirect.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { withConflicts } from './account-conflict.ts';
import { type GeneratedLinkType, type LinkInput, linkInputShape, linkTypes } from './link-input.ts';
import { prepareLink } from './prepare-link.ts';

/** POST /admin/generate_link: the link and code of a mail, for an admin who sends the mail without this server. */
export const generateLink: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const body = await request.body(linkInputShape);
  const email = parseEmail(body.email);
  const redirectTo = findAllowedRedirect(body.redirect_to, service) ?? redirectTarget(request, service);
  const known = await findUserByEmail(service.database.sql, email, service.config.audience);
  const type = requireType(body.type, known);
  const setsPassword = type === 'signup' && (known === undefined || body.password !== '');
  const passwordHash = setsPassword ? await toPasswordHash(service, body) : '';
  const code = service.random.digits(service.config.email.otpLength);
  const id = service.random.uuid();
  if (known === undefined)
    await callBeforeUserCreatedHook(request, service, { id, provider: 'email', email, data: body.data });

  const { user, ...link } = await withConflicts(() =>
    service.database.transaction(async (sql) => {
      if (known !== undefined) await lockUser(sql, known.id);
      const input = { ...body, id, email, passwordHash };
      const call = { sql, service, request };
      const { userId, kind, address } = await prepareLink(call, { claims, known, type, input });
      const hash = hashCode(address, code);
      await storeToken(sql, service, { userId, kind, hash, address });
      const linkType = type === 'email_change_current' || type === 'email_change_new' ? 'email_change' : type;
      return {
        user: await requireUserById(sql, userId),
        action_link: mailLink(service, linkType, hash, redirectTo),
        email_otp: code,
        hashed_token: hash,
        verification_type: type,
        redirect_to: redirectTo,
      };
    }),
  );
  if (known === undefined) await callAfterUserCreatedHook(request, service, user);
  // Read by supabase-js: keep these keys. The account's members and the link's are in one object.
  return { ...toWireUser(user), ...link };
};

/** A magic link for an unknown address becomes a sign-up; the other types need an account, or create one. */
function requireType(requested: string, known: UserRow | undefined): GeneratedLinkType {
  const type = linkTypes.find((name) => name === requested);
  if (type === undefined) {
    const message = `Invalid email action link type requested: ${requested.slice(0, 40)}`;
    throw ServiceError.validationFailed(message);
  }
  if (known !== undefined || type === 'signup' || type === 'invite') return type;
  if (type === 'magiclink') return 'signup';
  throw new ServiceError('user_not_found', 404, 'User with this email not found');
}

async function toPasswordHash(service: AuthService, body: LinkInput): Promise<string> {
  if (body.type === 'magiclink') return randomPasswordHash(service.random);
  if (body.password === '') {
    throw ServiceError.validationFailed('Signup requires a valid password');
  }
  await requireStrongPassword(body.password, service);
  return service.passwords.hash(body.password);
}
