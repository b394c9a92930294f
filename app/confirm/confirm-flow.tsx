import { useEffect, useState } from 'react';
import site from '../../site.config.ts';
import { SkeletonLines } from '../components/skeleton.tsx';
import { takeRedirectTarget } from '../guard/redirect-target.ts';
import { FactorStep } from '../login/factor-step.tsx';
import { needsSecondFactor } from '../login/needs-second-factor.ts';
import { NewPasswordStep } from '../login/new-password-step.tsx';
import { useNavigateUnlessLeft } from '../runtime/use-navigate-unless-left.ts';
import { loadClient } from '../session/client.ts';
import { AccountQuestion } from './account-question.tsx';
import { advice } from './advice.ts';
import type { CallbackResult } from './callback-result.ts';
import { ConfirmLink } from './confirm-link.tsx';
import { handleCallback } from './handle-callback.ts';
import { asksForPassword, type Callback, noSession, readCallback } from './read-callback.ts';

type Stage =
  | { name: 'reading' }
  | { name: 'link' }
  | { name: 'new-password' }
  | { name: 'factor' }
  | CallbackResult;

/** Finishes a flow that began in a mail or at a provider. It navigates to the requested page, or says what to do. */
export function ConfirmFlow() {
  const [callback, setCallback] = useState<Callback>();
  const [stage, setStage] = useState<Stage>({ name: 'reading' });
  const navigate = useNavigateUnlessLeft();

  // The fragment never reaches the server, so the address is read after hydration, once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is taken as it was when the page was opened.
  useEffect(() => {
    const read = readCallback(location, location.origin);
    setCallback(read);
    if (read.kind === 'link') setStage({ name: 'link' });
    else handleCallback(read).then((result) => proceed(result, read), fail);
  }, []);

  async function proceed(result: CallbackResult, from: Callback) {
    if (result.name !== 'signed-in') return setStage(result);
    // The second factor comes before anything else: a link must not bypass it.
    if (await needsSecondFactor()) return setStage({ name: 'factor' });
    await finish(result.needsPassword, from);
  }

  async function finish(needsPassword: boolean, from = callback) {
    if (needsPassword) return setStage({ name: 'new-password' });
    const remembered = takeRedirectTarget();
    await navigate(remembered === '/' ? ownTarget(from) : remembered);
  }

  function fail(error: unknown) {
    console.error(error);
    setStage({
      name: 'failed',
      message: 'Something went wrong here. Please reload the page.',
      advice: advice.link,
    });
  }

  async function cancel() {
    // First, so that a factor check that is still pending does not navigate afterward.
    setStage({ name: 'reading' });
    const { auth } = await loadClient();
    await auth.signOut({ scope: 'local' });
    await navigate(site.signIn.login);
  }

  const needsPassword = callback !== undefined && asksForPassword(callback);
  switch (stage.name) {
    case 'reading':
      return (
        <div aria-busy="true">
          <p role="status" className="standfirst">
            One moment …
          </p>
          <SkeletonLines lines={['w-3/5', 'w-4/5']} />
        </div>
      );
    case 'link':
      return callback?.kind === 'link' ? (
        <ConfirmLink callback={callback} onResult={(result) => proceed(result, callback).catch(fail)} />
      ) : null;
    case 'question':
      return callback ? (
        <AccountQuestion
          offer={stage.offer}
          onAccepted={(result) => proceed(result, callback)}
          onDeclined={() => navigate('/')}
          onFault={fail}
        />
      ) : null;
    case 'factor':
      return <FactorStep onDone={() => finish(needsPassword)} onCancel={cancel} />;
    case 'new-password':
      return <NewPasswordStep onDone={() => finish(false)} />;
    case 'done':
      return <ConfirmMessage message={stage.message} />;
    case 'failed':
      return <ConfirmMessage message={stage.message} advice={stage.advice} />;
    case 'signed-in':
      return <ConfirmMessage message={noSession} />;
  }
}

/** The redirect target of the link. A user who changed the address sees the page on which it was changed. */
function ownTarget(callback: Callback | undefined): string {
  if (callback?.kind !== 'link' && callback?.kind !== 'session') return '/';
  const { target, type } = callback;
  if (target && !target.startsWith(site.signIn.callback)) return target;
  return type === 'email_change' ? '/account' : '/';
}

interface ConfirmMessageProps {
  message: string;
  /** What to do next; set only when something failed. */
  advice?: string;
}

/** The result, with a link to continue. */
function ConfirmMessage({ message, advice }: ConfirmMessageProps) {
  return (
    <>
      <p className={advice ? 'notice notice-fault' : 'notice'} role={advice ? 'alert' : 'status'}>
        {message}
      </p>
      <div className="prose mt-m">
        {advice && <p>{advice}</p>}
        <p className="when-signed-out">
          <a href={site.signIn.login}>Sign in</a> or <a href="/">go to the home page</a>.
        </p>
        <p className="when-signed-in">
          <a href="/account">Go to your account</a> or <a href="/">to the home page</a>.
        </p>
      </div>
    </>
  );
}
