import { hash as digest } from 'node:crypto';
import type { AuthService, Queries } from '../service/service.ts';
import { runStatements, type Statement } from '../service/statements.ts';

/** Kinds of one-time tokens, as auth.one_time_tokens and the columns of auth.users name them. */
export type TokenKind =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'
  | 'reauthentication_token';

export type FlowType = 'implicit' | 'pkce';

/** Stored instead of the code: it is valid for one address only, and the code cannot be read from it. */
export function hashCode(address: string, code: string): string {
  return digest('sha224', `${address}${code}`, 'hex');
}

/** Flows with a code challenge mark their tokens, so that the tokens cannot be used in another flow. */
export function markFlow(hash: string, flow: FlowType): string {
  return flow === 'pkce' ? `pkce_${hash}` : hash;
}

export interface NewToken {
  userId: string;
  kind: TokenKind;
  hash: string;
  address: string;
}

/** Stores a token, replaces the older one of its kind, and records in the account when it was sent. */
export async function storeToken(sql: Queries, service: AuthService, token: NewToken): Promise<void> {
  await runStatements(sql, [tokenStatement(service, token)]);
}

export function tokenStatement({ random, clock }: AuthService, token: NewToken): Statement {
  const { userId, kind, hash, address } = token;
  const now = clock.now().toISOString();
  const text = `
    with token as (
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
      values ($1::uuid, $2::uuid, '${kind}', $3::text, $4::text, $5::timestamptz at time zone 'utc',
        $5 at time zone 'utc')
      on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
        relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at
    )
    update auth.users set ${kind} = $3, ${sentAtColumns[kind]} = $5, updated_at = $5 where id = $2`;
  return { text, values: [random.uuid(), userId, hash, address.toLowerCase(), now] };
}

export const sentAtColumns = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const satisfies Record<TokenKind, string>;

export interface ConsumedToken {
  kind: TokenKind;
  hash: string;
  userId: string;
  /** The address that it was sent to. */
  address: string;
}

/**
 * Uses a token up in one statement: of concurrent requests with the same token exactly one gets it. A token that has expired, or
 * whose account is banned or deleted, is not returned. A hash without an address comes from a mail link: a code that was sent to
 * a phone does not verify an email address.
 */
export async function consumeToken(
  sql: Queries,
  service: AuthService,
  wanted: { hashes: string[]; kinds: TokenKind[]; expirySeconds: number; address?: string },
): Promise<ConsumedToken | undefined> {
  if (wanted.hashes.length === 0) return undefined;
  const now = service.clock.now();
  const oldest = new Date(now.getTime() - wanted.expirySeconds * 1000);
  const [consumed] = await sql<ConsumedToken[]>`
    delete from auth.one_time_tokens t using auth.users u
    where t.token_hash = any(${wanted.hashes}) and t.token_type::text = any(${wanted.kinds})
      and case when ${wanted.address ?? null}::text is null then t.relates_to like '%@%'
        else t.relates_to = ${wanted.address ?? null}::text end
      and u.id = t.user_id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= ${now})
      and case t.token_type
        when 'confirmation_token' then u.confirmation_sent_at
        when 'recovery_token' then u.recovery_sent_at
        when 'phone_change_token' then u.phone_change_sent_at
        when 'reauthentication_token' then u.reauthentication_sent_at
        else u.email_change_sent_at end > ${oldest}
    returning t.token_type::text as kind, t.token_hash as hash, t.user_id as "userId",
      t.relates_to as address`;
  return consumed;
}

/** Voids everything that was sent to an account before. */
export async function deleteAllTokens(sql: Queries, service: AuthService, userId: string): Promise<void> {
  await Promise.all([
    sql`delete from auth.one_time_tokens where user_id = ${userId}`,
    sql`
      update auth.users set confirmation_token = '', recovery_token = '', email_change_token_new = '',
        email_change_token_current = '', phone_change_token = '', reauthentication_token = '',
        updated_at = ${service.clock.now()}
      where id = ${userId}`,
  ]);
}
