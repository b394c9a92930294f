import type { UserRow } from '../accounts/user-row.ts';

/** The user entity that an authenticator shows, and the user handle that it returns to us. */
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

/** The user id in a handle. Undefined without a handle. */
export function findUserIdByHandle(handle: string | undefined): string | undefined {
  return handle === undefined ? undefined : Buffer.from(handle, 'base64url').toString('latin1');
}
