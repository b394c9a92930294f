import type { Queries } from '../service.ts';
import { noInstance, type UserRow, userColumns } from './user-row.ts';

/** Accounts of single sign-on are never found by their address: they belong to their provider. */
export async function findUserByEmail(
  sql: Queries,
  email: string,
  audience: string,
): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u
    where u.instance_id = ${noInstance} and lower(u.email) = ${email.toLowerCase()} and u.aud = ${audience}
      and u.is_sso_user = false and u.deleted_at is null
    limit 1`;
  return user;
}

export async function findUserByPhone(
  sql: Queries,
  phone: string,
  audience: string,
): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u
    where u.phone = ${phone} and u.aud = ${audience} and u.is_sso_user = false and u.deleted_at is null
    limit 1`;
  return user;
}

export async function findUserById(sql: Queries, id: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`select ${userColumns(sql)} from auth.users u where u.id = ${id}`;
  return user;
}

/** For places where the account was seen a moment ago in the same transaction. */
export async function requireUserById(sql: Queries, id: string): Promise<UserRow> {
  const user = await findUserById(sql, id);
  if (user === undefined) throw new Error(`user ${id} is gone`);
  return user;
}

/**
 * Another account that holds an address, by its own e-mail or by an identity outside single sign-on that has proven it: what a
 * provider only repeats must not stand in the owner's way.
 */
export async function findHolderOfEmail(
  sql: Queries,
  email: string,
  audience: string,
  exceptUserId: string | null = null,
): Promise<UserRow | undefined> {
  const wanted = email.toLowerCase();
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u
    where u.aud = ${audience} and u.deleted_at is null and u.id is distinct from ${exceptUserId}::uuid and u.id in (
      select h.id from auth.users h
      where h.instance_id = ${noInstance} and lower(h.email) = ${wanted} and h.is_sso_user = false
      union select i.user_id from auth.identities i
        where i.email = ${wanted} and i.provider not like 'sso:%' and i.identity_data ->> 'email_verified' = 'true')
    order by (lower(u.email) = ${wanted}) desc nulls last
    limit 1`;
  return user;
}
