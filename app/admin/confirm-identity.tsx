import type { Session, User } from '@supabase/supabase-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { CodeField } from '../login/code-field.tsx';
import { FactorStep } from '../login/factor-step.tsx';
import { needsCode } from '../login/messages.ts';
import { PasswordField } from '../login/password-field.tsx';
import { SubmitButton } from '../login/submit-button.tsx';
import { useCall } from '../login/use-call.ts';
import { useCaptcha } from '../login/use-captcha.tsx';
import { UnsentMailNote } from '../mail-page/unsent-mail-note.tsx';
import { loadClient } from '../session/client.ts';
import { readStoredSession } from '../session/current-user.ts';
import type { SiteClient } from '../session/site-client.ts';
import { createTemporaryClient } from '../session/temporary-client.ts';
import type { IdentityQuestion } from './identity-question.ts';

/** Asks the owner for the password, a mailed code, or the second factor where the account has one. */
export function ConfirmIdentity({ user, question }: { user: User; question: IdentityQuestion }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const hasFactor = user.factors?.some(({ status }) => status === 'verified');
  const cancel = () => question.answer(false);
  const done = async () => question.answer(true);
  return (
    <dialog ref={dialog} className="admin-dialog" aria-labelledby="confirm-identity" onClose={cancel}>
      <h2 className="section-title" id="confirm-identity">
        Confirm that it is you
      </h2>
      <p>You signed in a while ago, as {user.email}. Nothing has been changed yet.</p>
      {hasFactor ? (
        <FactorStep onDone={done} onCancel={cancel} cancelLabel="Cancel" />
      ) : (
        <FirstFactor email={user.email ?? ''} onDone={done} onCancel={cancel} />
      )}
    </dialog>
  );
}

const wrongPassword = { name: 'AuthApiError', code: 'current_password_invalid', message: '', status: 400 };

interface FirstFactorProps {
  email: string;
  onDone(): Promise<void>;
  onCancel(): void;
}

/** Signs in beside the session, which goes on if that fails; afterward the new session takes its place. */
function FirstFactor({ email, onDone, onCancel }: FirstFactorProps) {
  const [aside, setAside] = useState<SiteClient>();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const call = useCall();
  const captcha = useCaptcha();
  const asksForCode = aside !== undefined;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setError(typed === '' ? (asksForCode ? needsCode : 'Please enter your password.') : undefined);
    if (typed === '') return event.currentTarget.querySelector('input')?.focus();
    return call.run(
      async () => {
        if (aside) return aside.auth.verifyOtp({ email, token: typed, type: 'email' });
        const { auth } = await createTemporaryClient();
        const options = await captcha.take();
        const answer = await auth.signInWithPassword({ email, password: typed, options });
        // The address is not asked for here, so it cannot be wrong.
        return answer.error?.code === 'invalid_credentials' ? { ...answer, error: wrongPassword } : answer;
      },
      async ({ session }) => {
        if (session) await takeOver(session);
        await onDone();
      },
    );
  }

  const sendCode = () =>
    call.run(
      async () => {
        const client = await createTemporaryClient();
        const options = { shouldCreateUser: false, ...(await captcha.take()) };
        const answer = await client.auth.signInWithOtp({ email, options });
        if (!answer.error) setAside(client);
        return answer;
      },
      () => setTyped(''),
    );

  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      {asksForCode ? (
        <>
          <p role="status">A code is on its way to {email}.</p>
          <UnsentMailNote />
          <CodeField value={typed} error={error} onChange={setTyped} />
        </>
      ) : (
        <PasswordField autoComplete="current-password" value={typed} error={error} onChange={setTyped} />
      )}
      {captcha.field}
      <FaultNotice fault={call.fault} />
      <SubmitButton pending={call.pending}>Confirm</SubmitButton>
      <ul className="other-ways">
        {!asksForCode && (
          <li>
            <button type="button" className="text-button" onClick={sendCode}>
              Send me a code instead
            </button>
          </li>
        )}
        <li>
          <button type="button" className="text-button" onClick={onCancel}>
            Cancel
          </button>
        </li>
      </ul>
    </form>
  );
}

/** The session before is ended, so that the list of sessions has this browser once. */
async function takeOver({ access_token, refresh_token }: Session): Promise<void> {
  const before = await readStoredSession();
  const client = await loadClient();
  const { error } = await client.auth.setSession({ access_token, refresh_token });
  if (error) throw error;
  const session = readSessionId(before?.access_token);
  if (session) await client.rpc('end_my_session', { session });
}

function readSessionId(token: string | undefined): string | undefined {
  const payload = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  return payload === '' ? undefined : JSON.parse(atob(payload)).session_id;
}
