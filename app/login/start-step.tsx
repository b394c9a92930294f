import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { TextField } from '../components/text-field.tsx';
import { useEarlyInput } from '../runtime/use-early-input.ts';
import { readBackendSettings, useBackendSettings } from './backend-settings.ts';
import { callbackAddress } from './callback-address.ts';
import { endPreviousSession } from './end-previous-session.ts';
import { needsAddress, notAnAddress, notAPhone } from './messages.ts';
import { readPhoneNumber } from './phone-number.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import type { GoTo } from './steps.ts';
import { SubmitButton } from './submit-button.tsx';
import { useCall } from './use-call.ts';
import { useCaptcha } from './use-captcha.tsx';

interface StartStepProps {
  /** The visitor wants to create an account. */
  isNew: boolean;
  email: string;
  onEmail(email: string): void;
  goTo: GoTo;
  onSignedIn(): Promise<void>;
}

/** Asks for the address. The next step is the same whether there is an account or not. */
export function StartStep({ isNew, email, onEmail, goTo, onSignedIn }: StartStepProps) {
  const settings = useBackendSettings();
  const [byPhone, setByPhone] = useState(false);

  return (
    <>
      {byPhone ? <PhoneForm goTo={goTo} /> : <EmailForm {...{ isNew, email, onEmail, goTo }} />}
      {settings.phone && (
        <button type="button" className="text-button" onClick={() => setByPhone(!byPhone)}>
          {byPhone ? 'Use an email address instead' : 'Use a phone number instead'}
        </button>
      )}
      <ProviderButtons
        providers={settings.providers}
        // A passkey belongs to an account that is there already.
        passkeys={settings.passkeys && !isNew}
        onSignedIn={onSignedIn}
      />
    </>
  );
}

const notFound = { data: undefined, error: null } as const;

type EmailFormProps = Omit<StartStepProps, 'onSignedIn'>;

function EmailForm({ isNew, email, onEmail, goTo }: EmailFormProps) {
  const form = useEarlyInput({ email }, (found) => onEmail(found.email));
  const call = useCall();
  const [error, setError] = useState<string>();
  // An address alone needs no captcha; looking for an organization's login does.
  const captcha = useCaptcha({ later: true });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = email.trim();
    const fault = address === '' ? needsAddress : isAddress(address) ? undefined : notAnAddress;
    setError(fault);
    if (fault) return event.currentTarget.querySelector('input')?.focus();
    await call.run(
      // The backend's settings may not be loaded yet when the form is submitted.
      async (auth) => {
        const { sso } = await readBackendSettings();
        if (!sso) return notFound;
        // Before the lookup, because signing out afterward would clear the stored state of its flow.
        await endPreviousSession(auth);
        return findSso(auth, address, await captcha.take());
      },
      (page) =>
        page ? location.assign(page) : goTo({ name: isNew ? 'sign-up' : 'password', email: address }),
    );
  }

  return (
    // POST keeps the address out of the URL if the form is submitted before the script runs.
    <form ref={form} className="login-form" method="post" noValidate onSubmit={submit}>
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={error}
        onChange={(event) => onEmail(event.target.value)}
      />
      {captcha.field}
      <FaultNotice fault={call.fault} />
      <SubmitButton pending={call.pending}>Continue</SubmitButton>
    </form>
  );
}

function PhoneForm({ goTo }: { goTo: GoTo }) {
  const call = useCall();
  const [phone, setPhone] = useState('');
  const [error, setError] = useState<string>();
  const captcha = useCaptcha();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const number = readPhoneNumber(phone);
    setError(phone.trim() === '' ? needsAddress : number ? undefined : notAPhone);
    if (!number) return event.currentTarget.querySelector('input')?.focus();
    await call.run(
      async (auth) => {
        await endPreviousSession(auth);
        return auth.signInWithOtp({ phone: number, options: await captcha.take() });
      },
      () => goTo({ name: 'code', message: { kind: 'text', phone: number } }),
    );
  }

  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        value={phone}
        error={error}
        hint="Start with the country code, like +49. We text you a code."
        onChange={(event) => setPhone(event.target.value)}
      />
      {captcha.field}
      <FaultNotice fault={call.fault} />
      <SubmitButton pending={call.pending}>Send a code</SubmitButton>
    </form>
  );
}

function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/** The login page of the organization to which the address belongs, if there is one. */
async function findSso(
  auth: SupabaseClient['auth'],
  email: string,
  captcha: { captchaToken?: string },
): Promise<{ data: string | undefined; error: null } | { data: null; error: AuthError }> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const { data, error } = await auth.signInWithSSO({
    domain,
    options: { redirectTo: callbackAddress(), skipBrowserRedirect: true, ...captcha },
  });
  if (!error) return { data: data?.url, error: null };
  const isUnknown = error.status === 404 || error.code === 'sso_provider_not_found';
  return isUnknown ? { data: undefined, error: null } : { data: null, error };
}
