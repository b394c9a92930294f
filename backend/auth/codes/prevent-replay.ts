import { createHash } from 'node:crypto';
import type { AuthService, Queries } from '../service/service.ts';

/**
 * Marks a signed proof as used, in the transaction of the session that it opens. Of concurrent requests with the same proof the
 * first gets true; the others wait for it and get false. It is stored until it expires.
 */
export async function consumeProof(
  sql: Queries,
  service: AuthService,
  proof: { parts: string[]; expiresAt: Date },
): Promise<boolean> {
  const hash = createHash('sha256').update(JSON.stringify(proof.parts)).digest();
  const used = await sql`
    with forgotten as (
      delete from porchlight.used_proofs where proof in (
        select proof from porchlight.used_proofs where expires_at < ${service.clock.now()}
        order by expires_at limit 100 for update skip locked)
    )
    insert into porchlight.used_proofs (proof, expires_at) values (${hash}, ${proof.expiresAt})
    on conflict (proof) do nothing returning 1 as used`;
  return used.length > 0;
}
