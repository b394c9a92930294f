import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import site from '../../site.config.ts';
import { readRedirectCookie } from '../guard/redirect-cookie.ts';
import { takeRedirectTarget } from '../guard/redirect-target.ts';
import { rememberTarget } from '../guard/remember-target.ts';
import { useNavigateUnlessLeft } from '../runtime/use-navigate-unless-left.ts';
import { loadClient } from '../session/client.ts';
import { readStoredSession } from '../session/current-user.ts';
import { lacksSecondFactor } from '../session/second-factor.ts';
import { useBackendSettings } from './backend-settings.ts';
import { CodeStep } from './code-step.tsx';
import { FactorStep } from './factor-step.tsx';
import { needsSecondFactor } from './needs-second-factor.ts';
import { NewPasswordStep } from './new-password-step.tsx';
import { NoOwnerNotice, OwnerOffer } from './owner-notices.tsx';
import { PasswordStep } from './password-step.tsx';
import { SignUpStep } from './sign-up-step.tsx';
import { SignedInNotice } from './signed-in-notice.tsx';
import { StartStep } from './start-step.tsx';
import type { Step } from './steps.ts';
import { useOwnerLink } from './use-owner-link.ts';

const headings: Record<Step['name'], string> = {
  start: 'Sign in',
  password: 'Sign in',
  'sign-up': 'Create an account',
  code: 'Check your messages',
  'new-password': 'Choose a new password',
  factor: 'Second factor',
};

/** The steps of signing in, from the address to the requested page. */
export function LoginFlow() {
  const [step, setStep] = useState<Step>({ name: 'start' });
  const [email, setEmail] = useState('');
  const isNew = useIsNew();
  const owner = useOwnerLink();
  const navigate = useNavigateUnlessLeft();
  const panel = useFocusOnChange(step.name);
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is opened in this tab changes the hash alone.
  useEffect(() => void owner.take(), [hash]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is taken as it was when the page was opened.
  useEffect(() => {
    // A signed-in user stays, to become the owner; and the hash is not that of a requested page.
    if (owner.take()) return;
    rememberHash();
    goOnWithSession(navigate, setStep).catch((error: unknown) =>
      console.warn('The session could not be checked.', error),
    );
  }, [navigate]);

  async function finish(target?: string) {
    if (await needsSecondFactor()) return setStep({ name: 'factor' });
    if (owner.isOpen) return claim();
    await navigate(target ?? takeRedirectTarget());
  }

  async function claim() {
    if (await owner.claim()) return navigate('/stats');
    setStep({ name: 'start' });
  }

  async function cancel() {
    // First, so that a factor check that is still pending does not navigate afterward.
    setStep({ name: 'start' });
    const { auth } = await loadClient();
    await auth.signOut({ scope: 'local' });
  }

  return (
    <>
      <h1 className="title">{step.name === 'start' && isNew ? headings['sign-up'] : headings[step.name]}</h1>
      <div ref={panel} className="needs-script login-panel">
        {step.name === 'start' && (
          <>
            <OwnerOffer link={owner} onClaim={() => void finish()} />
            <SignedInNotice onSignedOut={() => focusFirst(panel.current)} />
            <Doors isNew={isNew} />
            <StartStep isNew={isNew} email={email} onEmail={setEmail} goTo={setStep} onSignedIn={finish} />
            {!owner.isOpen && <NoOwnerNotice />}
          </>
        )}
        {step.name === 'password' && <PasswordStep email={step.email} goTo={setStep} onSignedIn={finish} />}
        {step.name === 'sign-up' && <SignUpStep email={step.email} goTo={setStep} onSignedIn={finish} />}
        {step.name === 'code' && <CodeStep message={step.message} goTo={setStep} onSignedIn={finish} />}
        {step.name === 'new-password' && <NewPasswordStep onDone={() => finish()} />}
        {step.name === 'factor' && <FactorStep onDone={() => finish()} onCancel={cancel} />}
      </div>
    </>
  );
}

/** What an account is for, and the two ways in. Each has an address of its own. */
function Doors({ isNew }: { isNew: boolean }) {
  const { signUp } = useBackendSettings();
  const { login } = site.signIn;
  return (
    <>
      <p className="login-purpose">
        With an account you can keep lists of baby names, alone or with a partner, and bring your own runs.
      </p>
      {signUp ? (
        <nav className="login-doors" aria-label="Ways in">
          <Door href={login} isCurrent={!isNew}>
            Sign in
          </Door>
          <Door href={`${login}?new`} isCurrent={isNew}>
            Create an account
          </Door>
        </nav>
      ) : (
        <p className="login-purpose">This site does not take new accounts at the moment.</p>
      )}
    </>
  );
}

function Door({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** `/login?new` is for a visitor without an account, unless the site takes none. */
function useIsNew(): boolean {
  const { search } = useLocation();
  const { signUp } = useBackendSettings();
  return signUp && new URLSearchParams(search).has('new');
}

/**
 * This browser may have a session already: one that waits for its second factor, after a reload; or a complete one whose cookies have
 * expired, so that the server redirected a signed-in user to this page.
 */
async function goOnWithSession(
  navigate: (to: string) => Promise<void>,
  setStep: Dispatch<SetStateAction<Step>>,
): Promise<void> {
  const session = await readStoredSession();
  if (!session) return;
  if (lacksSecondFactor(session)) setStep((now) => (now.name === 'start' ? { name: 'factor' } : now));
  else if (readRedirectCookie(document.cookie)) await navigate(takeRedirectTarget());
}

/** The server never sees a hash, but the browser keeps it through the redirect to this page: it belongs to the requested page. */
function rememberHash(): void {
  const wanted = readRedirectCookie(document.cookie);
  if (wanted && location.hash && !wanted.includes('#')) rememberTarget(wanted + location.hash);
}

/** The first field of the next step receives the focus; the first page load does not move it. */
function useFocusOnChange(name: string) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    focusFirst(panel.current);
  }, [name]);
  return panel;
}

function focusFirst(panel: HTMLElement | null): void {
  const find = (what: string) => panel?.querySelector<HTMLElement>(what);
  (find('input:not([aria-hidden])') ?? find('button'))?.focus();
}
