import { useEffect, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { useCall } from '../login/use-call.ts';
import { loadClient } from '../session/client.ts';
import { AccountRow } from './account-row.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';

/** At or below this number the user is advised to make new codes. */
const lowCount = 3;

interface RecoveryCodesProps {
  /** Whether the account has a set of codes. */
  enrolled: boolean;
  /** Codes that were made together with the first factor. They cannot be shown again later. */
  made: string[] | undefined;
  /** Called after the set has changed. */
  onChange(): void;
}

/** Shows how many recovery codes are left, and makes new ones. */
export function RecoveryCodes({ enrolled, made, onChange }: RecoveryCodesProps) {
  const [codes, setCodes] = useState(made);
  const [left, setLeft] = useState<number>();
  const call = useCall();
  // A queue of its own, so that making new codes does not wait for counting the old ones.
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
    <AccountRow
      label="Recovery codes"
      tool={
        !codes && (
          <button type="button" className="choice" onClick={make}>
            {enrolled ? 'Make new codes' : 'Make recovery codes'}
          </button>
        )
      }
    >
      {codes ? (
        <NewRecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      ) : (
        <p>
          {describe(enrolled, left)}
          {enrolled && <span className="hint"> New codes replace the old ones.</span>}
        </p>
      )}
      <FaultNotice fault={call.fault ?? count.fault} />
    </AccountRow>
  );
}

function describe(enrolled: boolean, left: number | undefined): string {
  if (!enrolled) return 'None yet. You get ten codes. Each lets you in once when your app is not at hand.';
  if (left === undefined) return 'You have recovery codes for when your app is not at hand.';
  if (left === 0) return 'All your recovery codes are used up. Please make new ones.';
  const number = left === 1 ? 'One recovery code is' : `${left} recovery codes are`;
  return left > lowCount
    ? `${number} left.`
    : `Only ${number.toLowerCase()} left. Please make new ones soon.`;
}

/** Makes codes together with the first factor, where the backend supports them. A project without them is not an error. */
export async function makeFirstCodes(): Promise<string[] | undefined> {
  const { auth } = await loadClient();
  const { data } = await auth.mfa.recoveryCodes.generate();
  return data?.codes;
}
