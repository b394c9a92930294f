import type { Endpoint } from './request.ts';

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
export const settings: Endpoint = async (_request, { config }) => ({
  external: {
    anonymous_users: config.enableAnonymousSignIns,
    ...Object.fromEntries(providers.map((name) => [name, config.external[name]?.enabled ?? false])),
    email: config.email.enableSignup,
    phone: config.sms.enableSignup,
  },
  disable_signup: !config.enableSignup,
  mailer_autoconfirm: !config.email.enableConfirmations,
  phone_autoconfirm: !config.sms.enableConfirmations,
  sms_provider: config.sms.provider,
  saml_enabled: false,
  saml_private_key_next_configured: false,
  passkeys_enabled: config.passkeyEnabled,
});
