import type { UserRow } from '../accounts/user-row.ts';

/** How an authenticator shows an account to the person who holds it, and the handle by which it gives the account back to us. */
export interface UserEntity {
  handle: Uint8Array<ArrayBuffer>;
  name: string;
  displayName: string;
}

export function toUserEntity(user: UserRow): UserEntity {
  const name = user.email || user.phone || user.id;
  const given = user.raw_user_meta_data?.name;
  return {
    handle: new TextEncoder().encode(user.id),
    name,
    displayName: typeof given === 'string' && given !== '' ? given : name,
  };
}

/** The account that a handle stands for. Undefined for a handle that is not ours. */
export function findUserIdByHandle(handle: string | undefined): string | undefined {
  return handle === undefined ? undefined : Buffer.from(handle, 'base64url').toString('latin1');
}
