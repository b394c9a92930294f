import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onSessionEvent, sessionStore } from '../session/client.ts';
import type { SentCode } from './steps.ts';

interface OtherTabOptions {
  message: SentCode;
  /** This tab is checking a code: the session is its own. */
  isBusy: boolean;
  onSignedIn(): void;
}

/**
 * Notices that the link of the mail was opened in another tab of this browser. That tab has decided about the session, and the client tells
 * the others. Returns whether the user has to finish something in the other tab: a second factor or a new password.
 */
export function useOtherTab({ message, isBusy, onSignedIn }: OtherTabOptions): boolean {
  const [isUnfinished, setUnfinished] = useState(false);
  const isDone = useRef(false);

  const hear = useEffectEvent((event: string) => {
    if (isBusy || isDone.current) return;
    const state = sessionStore.read();
    if (state.status !== 'signed-in') return setUnfinished(state.status === 'needs-factor');
    // Another account was signed in: this tab still waits for its own.
    if (!('email' in message) || state.user.email?.toLowerCase() !== message.email.toLowerCase()) return;
    if (event === 'PASSWORD_RECOVERY') return setUnfinished(true);
    // A user who forgot the password may be signed in all the time; only the new password ends the waiting.
    if (message.kind === 'recovery' && !(isUnfinished && event === 'USER_UPDATED')) return;
    isDone.current = true;
    onSignedIn();
  });
  useEffect(() => onSessionEvent(hear), []);

  return isUnfinished;
}
