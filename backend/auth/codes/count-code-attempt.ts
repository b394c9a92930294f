import type { AuthService } from '../service.ts';
import type { TokenKind } from './one-time-tokens.ts';

const maxAttempts = 10;
/** Longer than any code lives, so that no try is ever given back. */
const month = 30 * 24 * 3600;

/**
 * Counts a try against every code that it could be meant for, before the code is looked at: guesses that come at the same moment count
 * like any others. Gives back the hashes that are still worth comparing: a code that was tried ten times is dead, wherever the tries
 * came from.
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
    where relates_to = ${address.toLowerCase()} and token_type::text in ${sql(kinds)}`;
  const dead = new Set<string>();
  for (const { hash } of codes) {
    const bucket = {
      name: 'code_tries',
      key: hash,
      count: maxAttempts,
      burst: maxAttempts,
      intervalSeconds: month,
    };
    const taken = await service.limits.take([bucket]);
    if (!taken.ok) dead.add(hash);
  }
  return hashes.filter((hash) => !dead.has(hash));
}
