import { ServiceError } from '../../http/service-error.ts';
import type { AuthService, Queries } from '../service/service.ts';

export async function requireBelowPasskeyLimit(
  sql: Queries,
  service: AuthService,
  userId: string,
): Promise<void> {
  const [existing] = await sql<{ count: number }[]>`
    select count(*)::integer as count from auth.webauthn_credentials where user_id = ${userId}`;
  if ((existing?.count ?? 0) >= service.config.maxPasskeysPerUser) {
    throw new ServiceError('too_many_passkeys', 422, 'Maximum number of passkeys reached');
  }
}
