import type { EmptyBucket } from '../service/ports.ts';
import { queryRow } from '../service/query-row.ts';
import type { AuthDatabase, Queries } from '../service/service.ts';
import type { Statement } from '../service/statements.ts';
import { nilInstanceId, parseUserRow, type UserRow, userColumns, userColumnsText } from './user-row.ts';

/** $1 address. Single sign-on accounts are never found by their address: they belong to their provider. */
const ownAddressConditions = {
  email: `u.instance_id = '${nilInstanceId}' and lower(u.email) = $1::text and u.is_sso_user = false and u.deleted_at is null`,
  phone: 'u.phone = $1::text and u.is_sso_user = false and u.deleted_at is null',
};

/** $2 audience. */
const conditions = {
  email: `${ownAddressConditions.email} and u.aud = $2::text`,
  phone: `${ownAddressConditions.phone} and u.aud = $2::text`,
};

async function findOne(sql: Queries, condition: string, values: string[]): Promise<UserRow | undefined> {
  const text = `select ${userColumnsText} from auth.users u where ${condition} limit 1`;
  const [user] = await sql.unsafe<UserRow[]>(text, values);
  return user;
}

export function findUserByEmail(sql: Queries, email: string, audience: string): Promise<UserRow | undefined> {
  return findOne(sql, conditions.email, [email.toLowerCase(), audience]);
}

export function findUserByPhone(sql: Queries, phone: string, audience: string): Promise<UserRow | undefined> {
  return findOne(sql, conditions.phone, [phone, audience]);
}

/** The account that has this address as its own, for any audience: an address has one account. */
export function findUserByOwnEmail(sql: Queries, email: string): Promise<UserRow | undefined> {
  return findOne(sql, ownAddressConditions.email, [email.toLowerCase()]);
}

export function findUserByOwnPhone(sql: Queries, phone: string): Promise<UserRow | undefined> {
  return findOne(sql, ownAddressConditions.phone, [phone]);
}

/** $3 the buckets to take a token from first, $4 now. With an empty bucket among them no user is looked up. */
const whenAllowed = (condition: string) => `
  with turned_away as materialized (
    select empty_bucket as bucket, wait from porchlight.take_tokens($3::text::jsonb, $4::timestamptz)
  )
  select (select json_agg(turned_away) from turned_away)::text, (
    select to_json(found) from (
      select ${userColumnsText} from auth.users u where not exists (select from turned_away) and ${condition} limit 1
    ) found)::text`;

const queries = { email: whenAllowed(conditions.email), phone: whenAllowed(conditions.phone) };

/** One of the two lookups above. The same statement takes the rate limit tokens and looks nothing up when a bucket is empty. */
export async function findUserWhenAllowed(
  database: Pick<AuthDatabase, 'batch'>,
  by: { kind: 'email' | 'phone'; address: string; audience: string },
  wanted: string,
  at: Date,
): Promise<{ user: UserRow | undefined; empty: EmptyBucket[] }> {
  const values = [by.address.toLowerCase(), by.audience, wanted, at.toISOString()];
  const [emptyBuckets, found] = (await queryRow(database, { text: queries[by.kind], values })) ?? [];
  return {
    user: found ? parseUserRow(found) : undefined,
    empty: emptyBuckets ? JSON.parse(emptyBuckets) : [],
  };
}

export async function findUserById(sql: Queries, id: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`select ${userColumns} from auth.users u where u.id = ${id}`;
  return user;
}

const byId = `
  select to_json(found)::text from (select ${userColumnsText} from auth.users u where u.id = $1::uuid) found`;

/** The account as one JSON text, which parseUserRow reads. */
export function findByIdStatement(id: string): Statement {
  return { text: byId, values: [id] };
}

/** For callers that saw the account a moment ago in the same transaction. */
export async function requireUserById(sql: Queries, id: string): Promise<UserRow> {
  const user = await findUserById(sql, id);
  if (user === undefined) throw new Error(`user ${id} is gone`);
  return user;
}

/**
 * Another account that has this address, for any audience: as its own email, or in a verified identity outside single sign-on.
 * An address that a provider only repeats must not block its owner.
 */
export async function findAnyUserWithEmail(
  sql: Queries,
  email: string,
  exceptUserId: string | null = null,
): Promise<UserRow | undefined> {
  const wanted = email.toLowerCase();
  const [user] = await sql<UserRow[]>`
    select ${userColumns} from auth.users u
    where u.deleted_at is null and u.id is distinct from ${exceptUserId}::uuid and u.id in (
      select h.id from auth.users h
      where h.instance_id = ${nilInstanceId} and lower(h.email) = ${wanted} and h.is_sso_user = false
      union select i.user_id from auth.identities i
        where i.email = ${wanted} and i.provider not like 'sso:%' and i.identity_data ->> 'email_verified' = 'true')
    order by (lower(u.email) = ${wanted}) desc nulls last
    limit 1`;
  return user;
}
