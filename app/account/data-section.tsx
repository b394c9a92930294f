import type { User } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { FaultNotice } from '../components/fault-notice.tsx';
import { PageSection } from '../components/page-section.tsx';
import { TextField } from '../components/text-field.tsx';
import { whileSigningOut } from '../guard/signing-out.ts';
import { showPhoneNumber } from '../login/phone-number.ts';
import { offerDownload } from '../runtime/offer-download.ts';
import { loadClient } from '../session/client.ts';
import { useAccountCall } from './account-call.ts';

/** Export of all data, and deletion of the account. */
export function DataSection({ user }: { user: User }) {
  const [deleting, setDeleting] = useState(false);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const call = useAccountCall();
  const { pathname } = useLocation();
  const proof = user.email || (user.phone ? showPhoneNumber(user.phone) : 'delete');

  const download = () =>
    call.run('export_my_data', {}, (data) =>
      offerDownload('my-data.json', 'application/json', JSON.stringify(data, null, 2)),
    );

  async function remove(event: FormEvent) {
    event.preventDefault();
    const matches = plain(typed) === plain(proof);
    setError(matches ? undefined : `Please type ${proof} to confirm.`);
    if (!matches) return;
    let removeRunFiles: RemoveRunFiles | undefined;
    const find = async () => {
      removeRunFiles = await findRunFiles();
    };
    const finish = async () => {
      await removeRunFiles?.();
      // The account is deleted, so only this browser's session is left to remove.
      const { auth } = await loadClient();
      await auth.signOut({ scope: 'local' });
    };
    await whileSigningOut(pathname, () => call.run('delete_my_account', {}, finish, find));
  }

  return (
    <PageSection title="Your data">
      <div className="account-form">
        <p>
          Everything this site holds about you, as one JSON file. Where you ran is in the files that you
          imported: each is to be had, as it was, on the page of its run.
        </p>
        <button type="button" className="text-button" onClick={download}>
          Download my data
        </button>
        <FaultNotice fault={call.fault} />
        {deleting ? (
          <form className="account-form danger" method="post" noValidate onSubmit={remove}>
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
            <p className="save-row">
              <button type="submit" className="button" aria-disabled={call.pending || undefined}>
                Delete my account
              </button>
              <button type="button" className="text-button" onClick={() => setDeleting(false)}>
                Keep it
              </button>
            </p>
          </form>
        ) : (
          <button type="button" className="text-button" onClick={() => setDeleting(true)}>
            Delete my account …
          </button>
        )}
      </div>
    </PageSection>
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
