import { useEffect, useState } from 'react';
import { readJson } from '../runtime/fetch-json.ts';
import { readBackendAddress } from '../session/backend-address.ts';
import { defaultRules, type PasswordRules } from './password-strength.ts';

/** The part of GET /settings of the auth service that the login page uses. */
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
  /** Undefined where the backend does not report them, as a hosted project does not. */
  recoveryCodes: boolean | undefined;
  passwordRules: PasswordRules;
}

/** The defaults until the backend has answered, and when it does not: email and password work everywhere. */
const defaultSettings: BackendSettings = {
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

/** Read once a visit. A failure is not cached: the defaults are used, and the next call tries again. */
export function readBackendSettings(): Promise<BackendSettings> {
  reading ??= fetchSettings().catch((error: unknown) => {
    reading = undefined;
    console.warn('What the sign-in service offers could not be read.', error);
    return defaultSettings;
  });
  return reading;
}

async function fetchSettings(): Promise<BackendSettings> {
  const { url, key } = readBackendAddress();
  const wire = await readJson<WireSettings>(`${url}/auth/v1/settings`, { headers: { apikey: key } });
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

/** For a page whose layout must not move later: undefined until the backend has answered, or failed to. */
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
  return useKnownSettings() ?? defaultSettings;
}
