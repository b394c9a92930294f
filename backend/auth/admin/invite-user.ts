import { z } from 'zod';
import { parseEmail } from '../accounts/addresses.ts';
import { writeAudit } from '../accounts/audit.ts';
import { findUserByOwnEmail, requireUserById } from '../accounts/find-user.ts';
import { takeOverSignUp } from '../accounts/unverified-sign-up.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import { sendMailCode } from '../codes/send-mail-code.ts';
import { callAfterUserCreatedHook, callBeforeUserCreatedHook } from '../hooks/user-created.ts';
import { optionalData, optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { emailExists, withConflicts } from './account-conflict.ts';
import { addAccount } from './add-account.ts';
import { adminActor } from './admin-actor.ts';

const shape = z.object({ email: optionalText, data: optionalData });

/**
 * POST /invite: creates an account without a password and mails its owner a sign-in link. Repeats the mail for an unconfirmed
 * account.
 */
export const inviteUser: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const body = await request.body(shape);
  const email = parseEmail(body.email);
  const draft = { id: service.random.uuid(), provider: 'email', email, data: body.data };
  const isUnknown = (await findUserByOwnEmail(service.database.sql, email)) === undefined;
  if (isUnknown) await callBeforeUserCreatedHook(request, service, draft);
  const { user, isNew } = await withConflicts(() =>
    service.database.transaction(async (sql) => {
      const call = { sql, service, request };
      const known = await findUserByOwnEmail(sql, email);
      if (known !== undefined && known.email_confirmed_at !== null) throw emailExists();
      if (known === undefined && !isUnknown) await callBeforeUserCreatedHook(request, service, draft, sql);
      const account = { id: draft.id, email, passwordHash: '', data: body.data };
      const id = known?.id ?? (await addAccount(sql, service, account));
      if (known !== undefined) await takeOverSignUp(sql, service, known, account);
      const traits = { user_id: id, user_email: email };
      await writeAudit(call, { actor: adminActor(claims), action: 'user_invited', traits });
      await sql`update auth.users set invited_at = ${service.clock.now()} where id = ${id}`;
      await sendMailCode(call, { user: await requireUserById(sql, id), type: 'invite', flow: 'implicit' });
      return { user: await requireUserById(sql, id), isNew: known === undefined };
    }),
  );
  if (isNew) await callAfterUserCreatedHook(request, service, user);
  return toWireUser(user);
};
