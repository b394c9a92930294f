import { ofetch } from 'ofetch';
import { useEffect, useState } from 'react';
import { readBackendAddress } from '../session/backend-address.ts';
import { defaultRules, type PasswordRules } from './password-strength.ts';

/** What GET /settings of the auth service says, as far as the login page asks. */
interface WireSettings {
  external?: Record<string, boolean>;
  disable_signup?: boolean;
  saml_enabled?: boolean;
  passkeys_enabled?: boolean;
  mfa_recovery_codes_enabled?: boolean;
  password_min_length?: number;
  password_required_characters?: string[];
}

export interface BackendSettings {
  /** OAuth providers by name, e.g. `google`. */
  providers: string[];
  phone: boolean;
  email: boolean;
  signUp: boolean;
  sso: boolean;
  passkeys: boolean;
  /** Undefined where the backend does not say, as a hosted project does not. */
  recoveryCodes: boolean | undefined;
  passwordRules: PasswordRules;
}

/** What is offered until the backend has answered, and when it does not: an address and a password work everywhere. */
const usualSettings: BackendSettings = {
  providers: [],
  phone: false,
  email: true,
  signUp: true,
  sso: false,
  passkeys: false,
  recoveryCodes: undefined,
  passwordRules: defaultRules,
};

const notProviders = ['email', 'phone', 'anonymous_users'];

let reading: Promise<BackendSettings> | undefined;

/** Asked once a visit. A failure is not kept: then the usual is offered, and the next one tries again. */
export function readBackendSettings(): Promise<BackendSettings> {
  reading ??= askForSettings().catch((error: unknown) => {
    reading = undefined;
    console.warn('What the sign-in service offers could not be read.', error);
    return usualSettings;
  });
  return reading;
}

async function askForSettings(): Promise<BackendSettings> {
  const { url, key } = readBackendAddress();
  const wire = await ofetch<WireSettings>(`${url}/auth/v1/settings`, { headers: { apikey: key } });
  const enabled = Object.keys(wire.external ?? {}).filter((name) => wire.external?.[name]);
  return {
    providers: enabled.filter((name) => !notProviders.includes(name)),
    phone: enabled.includes('phone'),
    email: enabled.includes('email'),
    signUp: !wire.disable_signup,
    sso: wire.saml_enabled === true,
    passkeys: wire.passkeys_enabled === true && 'PublicKeyCredential' in globalThis,
    recoveryCodes: wire.mfa_recovery_codes_enabled,
    passwordRules: {
      minimumLength: wire.password_min_length ?? defaultRules.minimumLength,
      requiredCharacters: wire.password_required_characters ?? defaultRules.requiredCharacters,
    },
  };
}

/** For a page that shows nothing that would move again: undefined until the backend has answered, or failed to. */
export function useKnownSettings(): BackendSettings | undefined {
  const [settings, setSettings] = useState<BackendSettings>();
  useEffect(() => {
    let left = false;
    readBackendSettings().then((read) => left || setSettings(read));
    return () => {
      left = true;
    };
  }, []);
  return settings;
}

export function useBackendSettings(): BackendSettings {
  return useKnownSettings() ?? usualSettings;
}
