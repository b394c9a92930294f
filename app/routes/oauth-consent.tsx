import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import site from '../../site.config.ts';
import { SkeletonLines } from '../components/skeleton.tsx';
import { type Consent, decideConsent, describeRefusal, problems, readConsent } from '../consent/consent.ts';
import { ConsentForm } from '../consent/consent-form.tsx';
import { describeTarget } from '../consent/describe-consent.ts';
import { rememberTarget } from '../guard/remember-target.ts';

/** `/oauth/consent`: an application asks for access. The auth service's config.toml sets this path. */
export function Component() {
  const { search } = useLocation();
  const [consent, setConsent] = useState<Consent>();
  const [attempt, setAttempt] = useState(0);
  const act = useAction();
  const id = new URLSearchParams(search).get('authorization_id') ?? '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt asks the same question again.
  useEffect(() => {
    const asking = new AbortController();
    const show = (answer: Consent) => {
      if (asking.signal.aborted) return;
      setConsent(answer);
      act(answer);
    };
    const refusal = new URLSearchParams(search).get('error');
    if (refusal !== null || id === '') {
      const message = refusal === null ? problems.missing : describeRefusal(refusal);
      show({ kind: 'problem', message, again: false });
    } else {
      setConsent(undefined);
      readConsent(id, asking.signal).then(show, () => undefined);
    }
    return () => asking.abort();
  }, [id, search, attempt, act]);

  async function decide(action: 'approve' | 'deny') {
    const answer = await decideConsent(id, action);
    setConsent(answer);
    act(answer);
  }

  return (
    <div className="frame axis">
      <h1 className="title">Allow access?</h1>
      <noscript>
        <p className="notice mt-l">Allowing an application access needs JavaScript.</p>
      </noscript>
      <div className="needs-script" role="status">
        {(consent === undefined || consent.kind === 'signed-out') && (
          <div className="mt-l max-w-96">
            <span className="sr-only">Loading the request …</span>
            <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-2/5']} />
          </div>
        )}
        {consent?.kind === 'leaving' && <Leaving to={consent.to} />}
        {consent?.kind === 'problem' && (
          <Problem
            message={consent.message}
            {...(consent.again && { onAgain: () => setAttempt(attempt + 1) })}
          />
        )}
      </div>
      {consent?.kind === 'asked' && <ConsentForm request={consent.request} onDecide={decide} />}
    </div>
  );
}

/** Follows an answer: to the application, or to the login page and back here. */
function useAction(): (answer: Consent) => void {
  const navigate = useNavigate();
  return useCallback(
    (answer) => {
      if (answer.kind === 'leaving') location.assign(answer.to);
      if (answer.kind !== 'signed-out') return;
      rememberTarget(location.pathname + location.search);
      navigate(site.signIn.login, { replace: true });
    },
    [navigate],
  );
}

function Leaving({ to }: { to: string }) {
  return (
    <p className="notice mt-l">
      Taking you to <a href={to}>{describeTarget(to).place}</a>.
    </p>
  );
}

function Problem({ message, onAgain }: { message: string; onAgain?: () => void }) {
  return (
    <>
      <p className="notice mt-l">{message}</p>
      <p className="mt-m">
        {onAgain ? (
          <button type="button" className="button" onClick={onAgain}>
            Try again
          </button>
        ) : (
          <a href="/">Go to the home page</a>
        )}
      </p>
    </>
  );
}
