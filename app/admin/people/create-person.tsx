import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { SaveButton } from '../../components/save-button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { callAdmin, explainFault } from '../call-admin.ts';
import { peoplePath, personPath } from './describe-person.ts';
import type { NewPerson } from './people-data.ts';

interface Made {
  id: string;
  email: string;
  /** Shown once, here. */
  password?: string;
}

/** `/admin/people?new`: an invitation by mail, or an account with a password to hand over. */
export function CreatePerson() {
  const [made, setMade] = useState<Made>();
  return (
    <>
      <p className="people-back">
        <a href={peoplePath}>All people</a>
      </p>
      <h2 className="section-title">Add a person</h2>
      {made ? <Done made={made} onAnother={() => setMade(undefined)} /> : <NewForm onMade={setMade} />}
    </>
  );
}

function NewForm({ onMade }: { onMade(made: Made): void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [invites, setInvites] = useState(true);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setFault(undefined);
    const account = { email: email.trim(), name: name.trim() };
    try {
      if (invites) {
        const { id } = await callAdmin<NewPerson>('/people/invite', { method: 'POST', body: account });
        onMade({ id, email: account.email });
      } else {
        const password = makePassword();
        const body = { ...account, password };
        const { id } = await callAdmin<NewPerson>('/people/create', { method: 'POST', body });
        onMade({ id, email: account.email, password });
      }
    } catch (error) {
      setFault(explainFault(error));
      setPending(false);
    }
  }

  return (
    <form className="account-form" method="post" onSubmit={submit}>
      <TextField
        label="Address"
        type="email"
        required
        maxLength={255}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField
        label="Name (optional)"
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="people-ways">
        <legend>How they get in</legend>
        <label>
          <input type="radio" name="way" checked={invites} onChange={() => setInvites(true)} />
          <span>
            Send an invitation
            <span className="hint">They confirm the address with the link in a mail.</span>
          </span>
        </label>
        <label>
          <input type="radio" name="way" checked={!invites} onChange={() => setInvites(false)} />
          <span>
            Set a password
            <span className="hint">The address counts as confirmed. You hand the password over.</span>
          </span>
        </label>
      </fieldset>
      <FaultNotice fault={fault} />
      <SaveButton pending={pending}>{invites ? 'Send invitation' : 'Create account'}</SaveButton>
    </form>
  );
}

function Done({ made, onAnother }: { made: Made; onAnother(): void }) {
  const [copied, setCopied] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const { id, email, password } = made;
  return (
    <div className="people-done" ref={panel} tabIndex={-1} role="group" aria-label="Done">
      <p role="status">
        {password ? `The account of ${email} is created.` : `An invitation is on its way to ${email}.`}
      </p>
      {password && (
        <>
          <p>This is its password. It is shown only now:</p>
          <p className="people-password">
            <code>{password}</code>
            <button
              type="button"
              className="choice"
              onClick={() => void navigator.clipboard.writeText(password).then(() => setCopied(true))}
            >
              {copied ? 'Copied' : 'Copy'}
            </button>
          </p>
        </>
      )}
      <p className="choices">
        <a className="choice" href={personPath(id)}>
          Open the account
        </a>
        <button type="button" className="choice" onClick={onAnother}>
          Add another
        </button>
      </p>
    </div>
  );
}

/** Without characters that look like others. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of five: 99 bits, and can be read out. */
function makePassword(): string {
  const groups = Array.from({ length: 4 }, () => Array.from({ length: 5 }, pickLetter).join(''));
  return groups.join('-');
}

function pickLetter(): string {
  // Values that would make the first letters likelier are drawn again.
  const [value = 0] = crypto.getRandomValues(new Uint8Array(1));
  return value < letters.length * 8 ? (letters[value % letters.length] ?? '') : pickLetter();
}
