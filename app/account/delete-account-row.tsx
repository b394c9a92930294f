import type { User } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SaveButton } from '../components/save-button.tsx';
import { TextField } from '../components/text-field.tsx';
import { whileSigningOut } from '../guard/signing-out.ts';
import { showPhoneNumber } from '../login/phone-number.ts';
import { loadClient } from '../session/client.ts';
import { useAccountCall } from './account-call.ts';
import { EditableRow, useRowForm } from './account-row.tsx';
import type { Downloading } from './download-row.tsx';

interface DeleteAccountProps {
  user: User;
  /** The deletion waits for a download that is under way. */
  downloading: Downloading;
}

export function DeleteAccountRow(props: DeleteAccountProps) {
  const row = useRowForm();
  return (
    <EditableRow
      label="Delete account"
      row={row}
      action="Delete my account …"
      form={<DeleteForm {...props} onCancel={row.close} />}
    >
      <p>Removes your account and everything in it, at once and for good.</p>
    </EditableRow>
  );
}

function DeleteForm({ user, downloading, onCancel }: DeleteAccountProps & { onCancel(): void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const call = useAccountCall();
  const { pathname } = useLocation();
  const proof = user.email || (user.phone ? showPhoneNumber(user.phone) : 'delete');

  async function remove(event: FormEvent) {
    event.preventDefault();
    const matches = plain(typed) === plain(proof);
    setError(matches ? undefined : `Please type ${proof} to confirm.`);
    if (!matches) return;
    let removeRunFiles: RemoveRunFiles | undefined;
    const prepare = async () => {
      await downloading.current;
      removeRunFiles = await findRunFiles();
    };
    const finish = async () => {
      await removeRunFiles?.();
      // The account is deleted, so only this browser's session is left to remove.
      const { auth } = await loadClient();
      await auth.signOut({ scope: 'local' });
    };
    await whileSigningOut(pathname, () => call.run('delete_my_account', {}, finish, prepare));
  }

  return (
    <form className="account-form" method="post" noValidate onSubmit={remove}>
      <p>
        <strong>This removes your account and everything in it, at once and for good.</strong>
      </p>
      <TextField
        label={`Type ${proof} to confirm`}
        name="confirmation"
        value={typed}
        error={error}
        autoCapitalize="none"
        onChange={(event) => setTyped(event.target.value)}
      />
      <FaultNotice fault={call.fault} />
      <SaveButton pending={call.pending} onCancel={onCancel}>
        Delete my account
      </SaveButton>
    </form>
  );
}

/** Plus signs, spaces and capitals are ignored in the comparison. */
function plain(text: string): string {
  return text.replace(/[\s+]/g, '').toLowerCase();
}

type RemoveRunFiles = () => Promise<void>;

/**
 * Lists the files of the account's runs while the account exists, and returns a function that removes them after the deletion: a deletion
 * that is refused must not cost a file. A hosted project does not remove the bytes by itself; the embedded storage has done so by then.
 */
async function findRunFiles(): Promise<RemoveRunFiles> {
  try {
    const client = await loadClient();
    const { listFilePaths } = await import('../running/data/own-runs.ts');
    const { removeFiles } = await import('../running/data/run-files.ts');
    const paths = await listFilePaths(client);
    return () =>
      removeFiles(client, paths).catch((error: unknown) =>
        console.warn('The files of the runs could not be removed.', error),
      );
  } catch (error) {
    // A project without the tables of runs has no such files.
    console.warn('The files of the runs could not be found.', error);
    return async () => {};
  }
}
