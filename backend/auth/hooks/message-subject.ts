import type { UserRow } from '../accounts/user-row.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import type { MessageSubject } from '../ports.ts';
import type { AuthRequest } from '../request.ts';

/** Whom a message is about, for a hook that sends it. */
export function subjectOf(request: AuthRequest, user: UserRow): MessageSubject {
  return { user: toWireUser(user), clientAddress: request.clientAddress };
}
