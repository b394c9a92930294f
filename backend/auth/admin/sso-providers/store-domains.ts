import { isUniqueViolation } from '../../../http/database-fault.ts';
import { ServiceError } from '../../../http/service-error.ts';
import type { AuthService, Queries } from '../../service/service.ts';

/** Gives a connection exactly these domains. A domain of another connection is refused. */
export async function storeDomains(
  sql: Queries,
  service: AuthService,
  providerId: string,
  domains: string[],
): Promise<void> {
  const [taken] = await sql<{ domain: string; sso_provider_id: string }[]>`
    select domain, sso_provider_id from auth.sso_domains
    where lower(domain) = any(${domains}) and sso_provider_id <> ${providerId} limit 1`;
  if (taken !== undefined) {
    const message = `SSO Domain '${taken.domain}' is already assigned to an SSO identity provider (${taken.sso_provider_id})`;
    throw new ServiceError('sso_domain_already_exists', 400, message);
  }
  const now = service.clock.now();
  await sql`
    delete from auth.sso_domains where sso_provider_id = ${providerId} and not lower(domain) = any(${domains})`;
  await sql`
    insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
    select gen_random_uuid(), ${providerId}::uuid, wanted, ${now}, ${now} from unnest(${domains}::text[]) as wanted
    where not exists (
      select from auth.sso_domains where sso_provider_id = ${providerId} and lower(domain) = wanted)`;
}

/** Runs a change of connections. A conflict with a concurrent request gives the same error as a value that was taken before. */
export async function withProviderConflicts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    const constraint = String(Object(cause).constraint);
    if (constraint === 'sso_domains_domain_idx') {
      const message = 'An SSO domain is already assigned to an SSO identity provider';
      throw new ServiceError('sso_domain_already_exists', 400, message, { cause });
    }
    if (constraint === 'saml_providers_entity_id_key') {
      const message = 'SAML Identity Provider with this EntityID already exists';
      throw new ServiceError('saml_idp_already_exists', 422, message, { cause });
    }
    const message = 'An SSO provider with this resource_id already exists';
    throw new ServiceError('conflict', 422, message, { cause });
  }
}
