import type { ProviderConfig } from './auth-config.ts';
import type { ConfigNotes, TomlSection } from './toml-section.ts';

/** `[auth.external.…]`: the sign-in providers. Names are not checked here: an OpenID provider can have any. */
export function readProviders(external: TomlSection, notes: ConfigNotes): Record<string, ProviderConfig> {
  return Object.fromEntries(
    external
      .keys()
      .map((name) => [name, readProvider(external.section(name), `auth.external.${name}`, notes)]),
  );
}

function readProvider(section: TomlSection, path: string, notes: ConfigNotes): ProviderConfig {
  const readAddress = (key: string) => {
    const text = section.text(key, '');
    if (text !== '' && !(/^https?:\/\//.test(text) && URL.canParse(text)))
      notes.problems.push(`${path}.${key} is not a URL ("${text}")`);
    return text;
  };
  const provider = {
    enabled: section.boolean('enabled', false),
    clientId: section.text('client_id', ''),
    secret: section.text('secret', ''),
    redirectUri: readAddress('redirect_uri'),
    url: readAddress('url'),
    skipNonceCheck: section.boolean('skip_nonce_check', false),
    emailOptional: section.boolean('email_optional', false),
  };
  if (provider.enabled && (provider.clientId === '' || provider.secret === '')) {
    const missing = provider.clientId === '' ? 'client_id' : 'secret';
    notes.warnings.push(`${path} is enabled without a ${missing}: no user can sign in with it in a browser`);
  }
  return provider;
}
