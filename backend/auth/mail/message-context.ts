import type { UserRow } from '../accounts/user-row.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import type { MessageContext } from '../service/ports.ts';
import type { AuthRequest } from '../service/request.ts';

/** The user and IP address that a message is about, for a hook that sends it. */
export function toMessageContext(request: AuthRequest, user: UserRow): MessageContext {
  return { user: toWireUser(user), clientAddress: request.clientAddress };
}
