import type { Endpoint } from './service/request.ts';

/** Always listed; others only when config.toml configures them. */
const providers = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'zoom',
];

/** GET /settings: what is enabled here. Read by supabase-js: keep these keys. */
export const settings: Endpoint = async (_request, { config }) => {
  // Imported at the first call, like everything about providers.
  const { isUsable } = await import('./providers/find-provider.ts');
  return {
    external: {
      anonymous_users: config.enableAnonymousSignIns,
      ...Object.fromEntries(
        [...providers, ...Object.keys(config.external)].map((name) => [
          name,
          isUsable(name, config.external[name]),
        ]),
      ),
      email: config.email.enableSignup,
      phone: config.sms.enableSignup,
    },
    disable_signup: !config.enableSignup,
    mailer_autoconfirm: !config.email.enableConfirmations,
    phone_autoconfirm: !config.sms.enableConfirmations,
    sms_provider: config.sms.provider,
    saml_enabled: config.saml.enabled,
    saml_private_key_next_configured: config.saml.enabled && config.saml.privateKeyNext !== '',
    passkeys_enabled: config.passkeyEnabled,
    // Supabase's own server does not return these; the site reads them before it offers codes, and checks new passwords with the
    // rules.
    mfa_recovery_codes_enabled: config.mfa.recoveryCodes.enrollEnabled,
    password_min_length: config.minimumPasswordLength,
    password_required_characters: config.passwordCharacters,
  };
};
