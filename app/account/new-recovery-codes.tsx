import { useState } from 'react';
import { offerDownload } from '../runtime/offer-download.ts';

interface NewRecoveryCodesProps {
  codes: string[];
  onKept(): void;
}

/** New codes are shown once: the user can copy, download or print them, and closes the list. */
export function NewRecoveryCodes({ codes, onKept }: NewRecoveryCodesProps) {
  const [status, setStatus] = useState('');
  const grouped = codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));

  async function copy() {
    try {
      await navigator.clipboard.writeText(grouped.join('\n'));
      setStatus('Copied.');
    } catch {
      setStatus('This browser did not allow it. Please mark and copy them yourself.');
    }
  }

  return (
    <div className="account-form fresh-codes">
      <p>
        <strong>Save these codes now: they are not shown again.</strong> Print them, or put them into your
        password manager, and not only on the device with your app. Each works once.
      </p>
      <ul className="codes" aria-label="Your recovery codes">
        {grouped.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="choices">
        <button type="button" className="choice" onClick={copy}>
          Copy
        </button>
        <button
          type="button"
          className="choice"
          onClick={() => offerDownload('recovery-codes.txt', 'text/plain', `${grouped.join('\n')}\n`)}
        >
          Download
        </button>
        <button type="button" className="choice" onClick={() => print()}>
          Print
        </button>
        <span role="status">{status}</span>
      </p>
      <button type="button" className="button" onClick={onKept}>
        I have saved them
      </button>
    </div>
  );
}
