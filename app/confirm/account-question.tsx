import { useEffect, useRef, useState } from 'react';
import type { CallbackResult, Offer } from './callback-result.ts';
import { acceptOffer, declineOffer } from './offered-session.ts';

interface AccountQuestionProps {
  offer: Offer;
  onAccepted(result: CallbackResult): Promise<void>;
  onDeclined(): Promise<void>;
  onFault(error: unknown): void;
}

/** Asks before a session is taken that this browser did not request. The answer that changes nothing comes first. */
export function AccountQuestion({ offer, onAccepted, onDeclined, onFault }: AccountQuestionProps) {
  const [busy, setBusy] = useState(false);
  const question = useRef<HTMLHeadingElement>(null);
  // The question is announced when it appears; the focus is on neither answer, so that an early key press chooses nothing.
  useEffect(() => question.current?.focus(), []);

  function answer(act: (given: Offer) => Promise<void>) {
    if (busy) return;
    setBusy(true);
    act(offer).catch(onFault);
  }
  const accept = () => answer((given) => acceptOffer(given).then(onAccepted));
  const decline = () => answer((given) => declineOffer(given).then(onDeclined));

  const { account, current } = offer;
  return (
    <div className="login-form" aria-busy={busy}>
      <h2 ref={question} tabIndex={-1} className="account-question">
        {current && (
          <>
            You are signed in as <Name>{current}</Name>.{' '}
          </>
        )}
        {current ? 'Switch to' : 'Sign in as'} <Name>{account}</Name>?
      </h2>
      <p>
        You did not request this in this browser. Continue only if the account is yours: its owner can see
        what you do there.
      </p>
      <div className="consent-answers">
        {current ? (
          <>
            <Answer onClick={decline}>Stay signed in</Answer>
            <Answer quiet onClick={accept}>
              Switch
            </Answer>
          </>
        ) : (
          <>
            <Answer onClick={decline}>Do not sign in</Answer>
            <Answer quiet onClick={accept}>
              Sign in
            </Answer>
          </>
        )}
      </div>
    </div>
  );
}

function Name({ children }: { children: string }) {
  return (
    <strong>
      <bdi>{children}</bdi>
    </strong>
  );
}

interface AnswerProps {
  quiet?: boolean;
  onClick(): void;
  children: string;
}

function Answer({ quiet, onClick, children }: AnswerProps) {
  return (
    <button type="button" className={quiet ? 'button button-quiet' : 'button'} onClick={onClick}>
      {children}
    </button>
  );
}
