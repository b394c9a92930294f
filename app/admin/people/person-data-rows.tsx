import { AccountRow, EditableRow, useRowForm } from '../../account/account-row.tsx';
import { offerDownload } from '../../runtime/offer-download.ts';
import { callAdmin } from '../call-admin.ts';
import { titleOf } from './describe-person.ts';
import type { PersonProps } from './use-person.ts';

/** What the site has of the person: to download, and to delete. */
export function DataRows({ person, actions }: PersonProps) {
  const { id } = person;
  const download = () =>
    actions.call(async () => {
      const data = await callAdmin<object>('/people/export', { query: { id } });
      offerDownload(`person-${id}.json`, 'application/json', JSON.stringify(data, null, 2));
      return true;
    });
  return (
    <>
      <AccountRow
        label="Data"
        tool={
          <button type="button" className="choice" onClick={download}>
            Download data
          </button>
        }
      >
        Everything the site knows about them, as one JSON file
      </AccountRow>
      {person.is_self ? (
        <AccountRow label="Delete">
          <span className="hint">
            You can delete your own account on <a href="/account">your account page</a>.
          </span>
        </AccountRow>
      ) : (
        <DeleteRow person={person} actions={actions} />
      )}
    </>
  );
}

function DeleteRow({ person, actions }: PersonProps) {
  const row = useRowForm();
  return (
    <div className="danger-zone">
      <EditableRow
        label="Delete"
        row={row}
        action="Delete account …"
        form={
          <>
            <p>
              Deletes {titleOf(person)} with everything that belongs to the account, at once and for good.
            </p>
            <div className="choices people-bans">
              <button
                type="button"
                className="button"
                onClick={() => actions.act('/delete', { id: person.id }, `${titleOf(person)} is deleted.`)}
              >
                Delete account
              </button>
              <button type="button" className="text-button" onClick={() => row.close()}>
                Cancel
              </button>
            </div>
          </>
        }
      >
        The account and everything in it
      </EditableRow>
    </div>
  );
}
