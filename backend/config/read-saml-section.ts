import { toErrorMessage } from '../http/describe-error.ts';
import { parseSamlKey } from '../identity/saml-key.ts';
import type { SamlConfig } from './auth-config.ts';
import type { ConfigNotes, TomlSection } from './toml-section.ts';

/** `[auth.saml]`: single sign-on. Hosted projects have the same settings under the names GOTRUE_SAML_…. */
export function readSaml(saml: TomlSection, notes: ConfigNotes): SamlConfig {
  const externalUrl = saml.text('external_url', '').replace(/\/+$/, '');
  if (externalUrl !== '' && !/^https?:$/.test(URL.parse(externalUrl)?.protocol ?? ''))
    notes.problems.push(`auth.saml.external_url is not a web address ("${externalUrl}")`);
  return {
    enabled: saml.boolean('enabled', false),
    privateKey: readKey(saml, 'private_key', notes),
    privateKeyNext: readKey(saml, 'private_key_next', notes),
    externalUrl,
    relayStateValidity: saml.seconds('relay_state_validity_period', 600),
  };
}

function readKey(saml: TomlSection, name: string, notes: ConfigNotes): string {
  const text = saml.text(name, '');
  try {
    if (text !== '') parseSamlKey(text);
  } catch (error) {
    notes.problems.push(`auth.saml.${name} ${toErrorMessage(error)}`);
  }
  return text;
}
