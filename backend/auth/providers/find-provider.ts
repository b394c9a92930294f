import type { ProviderConfig } from '../../config/auth-config.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';
import { findCustomProvider } from './custom-provider.ts';
import { createOidcKind } from './oidc-kind.ts';
import { presets } from './presets.ts';
import type { FoundProvider, Provider, ProviderKind, ProviderSettings } from './provider.ts';

/** The provider that a request names, ready for a sign-in in the browser. Throws when its configuration is incomplete. */
export async function requireProvider(service: AuthService, name: string): Promise<Provider> {
  const provider = await findProvider(service, name);
  if (provider === undefined) {
    throw unsupported(`Provider ${JSON.stringify(name.slice(0, 100))} could not be found`);
  }
  if (!provider.isEnabled) throw unsupported('provider is not enabled');
  if (provider.settings.clientId === '') throw unsupported('missing OAuth client ID');
  if (provider.settings.secret === '') throw unsupported('missing OAuth secret');
  return provider;
}

/** A preset, a provider of config.toml with an issuer of its own, or one that an admin added. */
export async function findProvider(service: AuthService, given: string): Promise<FoundProvider | undefined> {
  const name = given.toLowerCase();
  if (name.startsWith('custom:')) return findCustomProvider(service, name);
  const config = Object.hasOwn(service.config.external, name) ? service.config.external[name] : undefined;
  const kind = findKind(name, config);
  if (kind === undefined) return undefined;
  return { name, kind, settings: toSettings(service, config), isEnabled: config?.enabled ?? false };
}

/** Whether users can sign in with a provider of config.toml. */
export function isUsable(name: string, config: ProviderConfig | undefined): boolean {
  return config?.enabled === true && findKind(name, config) !== undefined;
}

/** A name that is not a preset belongs to an OpenID provider, whose issuer is its `url`. */
function findKind(name: string, config: ProviderConfig | undefined): ProviderKind | undefined {
  const preset = presets.get(name);
  if (preset !== undefined) return preset;
  return config === undefined || config.url === '' || !ownName.test(name)
    ? undefined
    : createOidcKind({ issuer: config.url });
}

/** Names with another meaning among identities cannot be an OpenID provider's. */
const ownName = /^(?!(?:email|phone|anonymous|web3|sso|twitter|linkedin|slack)$)[a-z0-9_-]{1,50}$/;

function toSettings(service: AuthService, config: ProviderConfig | undefined): ProviderSettings {
  const clientIds = (config?.clientId ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  return {
    clientId: clientIds[0] ?? '',
    clientIds,
    secret: config?.secret ?? '',
    // The URL that providers redirect to, unless the configuration has another.
    redirectUri: config?.redirectUri || `${service.externalUrl}/callback`,
    url: (config?.url ?? '').replace(/\/+$/, ''),
    skipNonceCheck: config?.skipNonceCheck ?? false,
    emailOptional: config?.emailOptional ?? false,
  };
}

function unsupported(reason: string): ServiceError {
  return ServiceError.validationFailed(`Unsupported provider: ${reason}`);
}
