import { useEffect, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { useCall } from '../login/use-call.ts';
import { loadClient } from '../session/client.ts';
import { FreshCodes } from './fresh-codes.tsx';

/** Few enough to think of new ones. */
const few = 3;

interface RecoveryCodesProps {
  /** Whether there is a set already. */
  enrolled: boolean;
  /** Codes that were made a moment ago, with the first factor: they are shown now or never. */
  made: string[] | undefined;
  /** After something has changed about the set. */
  onChange(): void;
}

/** For the day on which the other factor is lost: how many codes are left, and new ones. */
export function RecoveryCodes({ enrolled, made, onChange }: RecoveryCodesProps) {
  const [codes, setCodes] = useState(made);
  const [left, setLeft] = useState<number>();
  const call = useCall();
  // Of its own: whoever asks for new codes need not wait until the old ones are counted.
  const count = useCall();

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the set is found, and when fresh codes are put away.
  useEffect(() => {
    if (!enrolled || codes) return;
    count.run(
      (auth) => auth.mfa.recoveryCodes.getStatus(),
      ({ remaining }) => setLeft(remaining),
    );
  }, [enrolled, codes]);

  const make = () =>
    call.run(
      (auth) => (enrolled ? auth.mfa.recoveryCodes.regenerate() : auth.mfa.recoveryCodes.generate()),
      (answer) => {
        setCodes(answer.codes);
        onChange();
      },
    );

  return (
    <div className="account-form">
      <h3 className="part-title">Recovery codes</h3>
      {codes ? (
        <FreshCodes codes={codes} onKept={() => setCodes(undefined)} />
      ) : (
        <>
          <p>{describe(enrolled, left)}</p>
          <button type="button" className="text-button" onClick={make}>
            {enrolled ? 'Make new codes' : 'Make recovery codes'}
          </button>
          {enrolled && (
            <p className="hint">New codes take the place of the old ones, which then open nothing.</p>
          )}
        </>
      )}
      <FaultNotice fault={call.fault ?? count.fault} />
    </div>
  );
}

function describe(enrolled: boolean, left: number | undefined): string {
  if (!enrolled) return 'None yet. Each of ten codes lets you in once when your other factor is not at hand.';
  if (left === undefined) return 'You have recovery codes for when your other factor is not at hand.';
  if (left === 0) return 'All your recovery codes are used up. Please make new ones.';
  const number = left === 1 ? 'One recovery code is' : `${left} recovery codes are`;
  return left > few ? `${number} left.` : `Only ${number.toLowerCase()} left. Better make new ones in time.`;
}

/** With the first factor, where the backend has codes at all. A project that has none is no fault of the reader's. */
export async function makeFirstCodes(): Promise<string[] | undefined> {
  const { auth } = await loadClient();
  const { data } = await auth.mfa.recoveryCodes.generate();
  return data?.codes;
}
