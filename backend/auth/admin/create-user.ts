import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { confirmEmail, confirmPhone, verifyEmailIdentities } from '../accounts/confirm.ts';
import { findAnyUserWithEmail, findUserByOwnPhone, requireUserById } from '../accounts/find-user.ts';
import { TriggerError } from '../accounts/trigger-errors.ts';
import { nilInstanceId } from '../accounts/user-row.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import { maxPasswordBytes } from '../passwords/create-passwords.ts';
import { randomPasswordHash } from '../passwords/random-password-hash.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { isUuid, requireAdmin } from '../sessions/require-user.ts';
import { emailExists, phoneExists, withConflicts } from './account-conflict.ts';
import { addAccount } from './add-account.ts';
import { adminActor } from './admin-actor.ts';
import { readUserAttributes, type UserAttributes } from './user-attributes.ts';

const hashPatterns = [
  /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/,
  /^\$argon2(?:i|id)\$v=(?:16|19)\$m=\d+,t=\d+,p=\d+[^$]*\$[^$]+\$[^$]+$/,
  /^\$fbscrypt\$v=\d+,n=\d+,r=\d+,p=\d+[^$]*\$[^$]+\$.+$/,
];

/** POST /admin/users: creates an account. No mail is sent; addresses are confirmed only if the admin says so. */
export const createUserAsAdmin: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const given = await readUserAttributes(request, service);
  const audience = given.aud || service.config.audience;
  await requireAddressesUnused(service, given);
  if (given.id !== '') requireValidId(given.id);
  const passwordHash = await toPasswordHash(service, given);
  const { email, phone, role, id } = given;
  const account = { id, audience, email, phone, role, passwordHash };

  const create = () =>
    service.database.transaction(async (sql) => {
      const data = given.user_metadata;
      const userId = await addAccount(sql, service, { ...account, data, appMetadata: given.app_metadata });
      const provider = email === '' ? 'phone' : 'email';
      const traits = { user_id: userId, user_email: email, user_phone: phone, provider };
      const call = { sql, service, request };
      await writeAudit(call, { actor: adminActor(claims), action: 'user_signedup', traits });
      if (given.email_confirm && email !== '') {
        await confirmEmail(sql, service, userId);
        await verifyEmailIdentities(sql, service, userId);
      }
      if (given.phone_confirm && phone !== '') await confirmPhone(sql, service, userId);
      if (given.bannedUntil)
        await sql`update auth.users set banned_until = ${given.bannedUntil} where id = ${userId}`;
      return toWireUser(await requireUserById(sql, userId));
    });
  return withConflicts(create).catch(nameThisEndpoint);
};

/** Supabase Auth has one message for every step of this endpoint, and another for a sign-up. */
function nameThisEndpoint(error: unknown): never {
  throw error instanceof TriggerError
    ? new TriggerError('Database error creating new user', error.cause)
    : error;
}

async function requireAddressesUnused(service: AuthService, given: UserAttributes): Promise<void> {
  const { sql } = service.database;
  if (given.email === '' && given.phone === '')
    throw ServiceError.validationFailed('Cannot create a user without either an email or phone');
  if (given.email !== '' && (await findAnyUserWithEmail(sql, given.email)) !== undefined) throw emailExists();
  if (given.phone !== '' && (await findUserByOwnPhone(sql, given.phone)) !== undefined) throw phoneExists();
}

function requireValidId(id: string): void {
  if (!isUuid(id)) throw ServiceError.validationFailed('ID must conform to the uuid v4 format');
  if (id === nilInstanceId) throw ServiceError.validationFailed('ID cannot be a nil uuid');
}

/**
 * An admin may set a password that today's rules call weak, but none that bcrypt would truncate, and no hash in an unknown
 * format.
 */
async function toPasswordHash(service: AuthService, given: UserAttributes): Promise<string> {
  const password = given.password ?? '';
  if (given.password_hash !== '') {
    if (given.password !== undefined && given.password !== null) {
      throw ServiceError.validationFailed('Only a password or a password hash should be provided');
    }
    if (!isPasswordHash(given.password_hash)) {
      throw ServiceError.validationFailed(
        'The password hash must be one of bcrypt, argon2 or Firebase scrypt',
      );
    }
    return given.password_hash;
  }
  if (password === '') return randomPasswordHash(service.random);
  if (service.strength.isTooLong(password)) {
    throw ServiceError.validationFailed(`Password cannot be longer than ${maxPasswordBytes} characters`);
  }
  return service.passwords.hash(password);
}

/** Whether a text is a hash in a format that can be verified. Supabase's column holds 255 characters. */
function isPasswordHash(text: string): boolean {
  return text.length <= 255 && hashPatterns.some((pattern) => pattern.test(text));
}
