import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SaveButton } from '../components/save-button.tsx';
import { TextField } from '../components/text-field.tsx';
import { CodeField } from '../login/code-field.tsx';
import { needsCode } from '../login/messages.ts';
import { useCall } from '../login/use-call.ts';
import { useFocusOnShow } from '../login/use-focus-on-show.ts';
import { loadClient } from '../session/client.ts';

interface Offered {
  id: string;
  qrCode: string;
  secret: string;
}

/** Enrolls an authenticator app: a QR code, the same secret as text, and a code that proves that the app works. */
export function EnrolApp({ onDone, onCancel }: { onDone(): Promise<void>; onCancel(): void }) {
  const [name, setName] = useState('');
  const [offered, setOffered] = useState<Offered>();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const call = useCall();
  const codeForm = useFocusOnShow<HTMLFormElement>(offered);

  // An unconfirmed factor is removed when the form is closed; the backend also expires it.
  const unconfirmed = useRef<string>(undefined);
  useEffect(() => () => void (unconfirmed.current && abandon(unconfirmed.current)), []);

  async function begin(event: FormEvent) {
    event.preventDefault();
    await call.run(
      (auth) => auth.mfa.enroll({ factorType: 'totp', ...(name.trim() && { friendlyName: name.trim() }) }),
      ({ id, totp }) => {
        unconfirmed.current = id;
        setOffered({ id, qrCode: totp.qr_code, secret: totp.secret });
      },
    );
  }

  async function confirm(event: FormEvent) {
    event.preventDefault();
    setError(code === '' ? needsCode : undefined);
    if (code === '' || !offered) return;
    await call.run(
      (auth) => auth.mfa.challengeAndVerify({ factorId: offered.id, code }),
      () => {
        unconfirmed.current = undefined;
        return onDone();
      },
    );
  }

  if (!offered) {
    return (
      <form className="account-form" method="post" onSubmit={begin}>
        <TextField
          label="A name for it"
          name="factor-name"
          maxLength={60}
          value={name}
          hint="Such as the name of your phone, so that you can tell your apps apart."
          onChange={(event) => setName(event.target.value)}
        />
        <FaultNotice fault={call.fault} />
        <SaveButton pending={call.pending} onCancel={onCancel}>
          Show the code to scan
        </SaveButton>
      </form>
    );
  }
  return (
    <form className="account-form" method="post" noValidate ref={codeForm} onSubmit={confirm}>
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <img
        className="qr-code"
        src={offered.qrCode}
        alt="QR code with the secret below"
        width="192"
        height="192"
      />
      <p className="hint">
        Or enter it by hand: <code className="secret">{offered.secret}</code>
      </p>
      <CodeField value={code} error={error} onChange={setCode} />
      <FaultNotice fault={call.fault} />
      <SaveButton pending={call.pending} onCancel={onCancel}>
        Switch on
      </SaveButton>
    </form>
  );
}

async function abandon(factorId: string): Promise<void> {
  const { auth } = await loadClient();
  await auth.mfa.unenroll({ factorId });
}
