import type { TokenKind } from '../accounts/one-time-tokens.ts';
import type { AuthService } from '../service/service.ts';

const maxAttempts = 10;
/** Longer than the lifetime of any code, so that no attempt is refunded. */
const month = 30 * 24 * 3600;

/**
 * Counts an attempt against every code that it could match, before the code is compared, so that concurrent guesses count as
 * well. Returns the hashes that may still be compared: a code is void after ten attempts, from any address.
 */
export async function countCodeAttempt(
  service: AuthService,
  address: string,
  kinds: TokenKind[],
  hashes: string[],
): Promise<string[]> {
  const { sql } = service.database;
  const codes = await sql<{ hash: string }[]>`
    select token_hash as hash from auth.one_time_tokens
    where relates_to = ${address.toLowerCase()} and token_type::text = any(${kinds})`;
  const exhausted = new Set<string>();
  for (const { hash } of codes) {
    const bucket = {
      name: 'code_tries',
      key: hash,
      count: maxAttempts,
      burst: maxAttempts,
      intervalSeconds: month,
    };
    const taken = await service.limits.take([bucket]);
    if (!taken.ok) exhausted.add(hash);
  }
  return hashes.filter((hash) => !exhausted.has(hash));
}
