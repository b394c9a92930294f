import type { Provider } from '@supabase/supabase-js';
import { startTransition, useEffect, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { callbackAddress } from './callback-address.ts';
import { endPreviousSession } from './end-previous-session.ts';
import { readLastUsed, rememberLastUsed } from './last-used.ts';
import { providerName } from './provider-names.ts';
import { useCall } from './use-call.ts';
import { useCaptcha } from './use-captcha.tsx';

interface ProviderButtonsProps {
  providers: string[];
  passkeys: boolean;
  /** Called after a passkey; a provider leaves the page. */
  onSignedIn(): Promise<void>;
}

/** The sign-in methods that need no address: a button for each, with the last used one marked. */
export function ProviderButtons({ providers, passkeys, onSignedIn }: ProviderButtonsProps) {
  const [last, setLast] = useState<string>();
  const call = useCall();
  const captcha = useCaptcha({ later: true });
  useEffect(() => startTransition(() => setLast(readLastUsed())), []);
  if (providers.length === 0 && !passkeys) return null;

  function signInWith(provider: string) {
    rememberLastUsed(provider);
    return call.run(async (auth) => {
      await endPreviousSession(auth);
      return auth.signInWithOAuth({
        provider: provider as Provider,
        options: { redirectTo: callbackAddress() },
      });
    });
  }

  function signInWithPasskey() {
    return call.run(
      async (auth) => {
        await endPreviousSession(auth);
        return auth.signInWithPasskey({ options: await captcha.take() });
      },
      () => {
        rememberLastUsed('passkey');
        return onSignedIn();
      },
    );
  }

  return (
    <div className="ways">
      <p className="ways-or">
        <span>or</span>
      </p>
      {passkeys && (
        <MethodButton isLast={last === 'passkey'} onClick={signInWithPasskey}>
          Use a passkey
        </MethodButton>
      )}
      {captcha.field}
      {providers.map((provider) => (
        <MethodButton key={provider} isLast={last === provider} onClick={() => signInWith(provider)}>
          Continue with {providerName(provider)}
        </MethodButton>
      ))}
      <FaultNotice fault={call.fault} />
    </div>
  );
}

interface MethodButtonProps {
  isLast: boolean;
  onClick(): void;
  children: React.ReactNode;
}

function MethodButton({ isLast, onClick, children }: MethodButtonProps) {
  return (
    <button type="button" className="way" onClick={onClick}>
      <span>{children}</span>
      {isLast && <span className="way-last">used last</span>}
    </button>
  );
}
