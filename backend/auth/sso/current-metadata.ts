import type { AuthService } from '../service/service.ts';
import { fetchMetadata } from './fetch-metadata.ts';
import { type IdpMetadata, parseIdpMetadata } from './idp-metadata.ts';
import type { SsoProvider } from './sso-provider.ts';

const daySeconds = 24 * 3600;
const monthSeconds = 30 * daySeconds;
const pauseSeconds = 60;

/** The provider's metadata, read again from its URL when it is due. If that fails, the stored metadata is used. */
export async function currentMetadata(service: AuthService, provider: SsoProvider): Promise<IdpMetadata> {
  const known = parseIdpMetadata(provider.metadata_xml);
  const now = service.clock.now().getTime();
  const secondsLeft = ((known.validUntil?.getTime() ?? Number.POSITIVE_INFINITY) - now) / 1000;
  if (provider.metadata_url === null) {
    if (secondsLeft < monthSeconds)
      warn(service, provider, 'The metadata of an identity provider ends soon. Give its new metadata_xml.');
    return known;
  }
  const age = (now - provider.metadata_at.getTime()) / 1000;
  const lifetime = known.cacheSeconds ?? (known.validUntil === undefined ? daySeconds : undefined);
  const isDue = secondsLeft < 0 || (lifetime !== undefined && age > lifetime);
  return isDue ? ((await renewMetadata(service, provider)) ?? known) : known;
}

interface Attempt {
  at: number;
  result: Promise<IdpMetadata | undefined>;
}

const attempts = new WeakMap<AuthService['documents'], Map<string, Attempt>>();

/**
 * Reads the metadata again now, because a provider that rotated its keys signs with an unknown one. Within a minute all callers
 * share one attempt, so that invalid responses cannot trigger request after request.
 */
export function renewMetadata(service: AuthService, provider: SsoProvider): Promise<IdpMetadata | undefined> {
  const { metadata_url: url } = provider;
  if (url === null) return Promise.resolve(undefined);
  const known = attempts.get(service.documents) ?? new Map<string, Attempt>();
  attempts.set(service.documents, known);
  const at = service.clock.now().getTime();
  const key = `${provider.id} ${url}`;
  const last = known.get(key);
  if (last !== undefined && Math.abs(at - last.at) < pauseSeconds * 1000) return last.result;
  const result = fetchAndStore(service, provider, url);
  known.set(key, { at, result });
  return result;
}

async function fetchAndStore(
  service: AuthService,
  provider: SsoProvider,
  url: string,
): Promise<IdpMetadata | undefined> {
  try {
    const xml = await fetchMetadata(service, url);
    const renewed = parseIdpMetadata(xml);
    if (renewed.entityId !== provider.entity_id)
      throw new Error(`the metadata names another provider, ${renewed.entityId}`);
    await service.database.sql`
      update auth.saml_providers set metadata_xml = ${xml}, updated_at = ${service.clock.now()}
      where sso_provider_id = ${provider.id} and metadata_url = ${url}`;
    return renewed;
  } catch (error) {
    warn(service, provider, 'The metadata of an identity provider could not be renewed.', error);
    return undefined;
  }
}

function warn(service: AuthService, provider: SsoProvider, message: string, error?: unknown): void {
  const reason = error instanceof Error ? error.message : error;
  service.log({
    level: 'warn',
    message,
    ssoProvider: provider.id,
    entityId: provider.entity_id,
    ...(reason === undefined ? {} : { error: String(reason) }),
  });
}
