import { AccountRow, EditableRow, useRowForm } from '../../account/account-row.tsx';
import { formatDateTime } from '../../format/date-time.ts';
import { describeBan } from './describe-person.ts';
import type { PersonProps } from './use-person.ts';

const dayMs = 24 * 3600_000;
const bans = [
  { title: 'For a day', ms: dayMs },
  { title: 'For a week', ms: 7 * dayMs },
  // The auth service knows no ban without an end.
  { title: 'Until lifted', ms: 100 * 365 * dayMs },
];

/** Address, password, and whether the account may sign in at all. */
export function AccessRows({ person, actions }: PersonProps) {
  const { id, email } = person;
  return (
    <>
      <AccountRow
        label="Address"
        tool={
          email &&
          !person.email_confirmed_at && (
            <button
              type="button"
              className="choice"
              onClick={() => actions.act('/confirm', { id }, 'The address is confirmed.')}
            >
              Confirm address
            </button>
          )
        }
      >
        {email ?? <span className="hint">None</span>}
        {email && (
          <span className="hint">
            {person.email_confirmed_at
              ? `Confirmed ${formatDateTime(person.email_confirmed_at)}`
              : 'Not confirmed: signing in has to wait.'}
          </span>
        )}
      </AccountRow>
      {person.phone && <AccountRow label="Phone">+{person.phone}</AccountRow>}
      <AccountRow
        label="Password"
        tool={
          email && (
            <button
              type="button"
              className="choice"
              onClick={() =>
                actions.act('/recover', { id }, `A mail for a new password is on its way to ${email}.`)
              }
            >
              Send recovery mail
            </button>
          )
        }
      >
        {person.has_password ? 'Set' : 'None'}
      </AccountRow>
      <BanRow person={person} actions={actions} />
    </>
  );
}

function BanRow({ person, actions }: PersonProps) {
  const row = useRowForm();
  const { id, banned_until } = person;
  const lift = () => void actions.act('/ban', { id, until: null }, 'The ban is lifted.');

  async function ban(ms: number) {
    const until = new Date(Date.now() + ms).toISOString();
    if (await actions.act('/ban', { id, until }, `Banned ${describeBan(until)}.`, lift)) row.close();
  }

  if (person.is_self) return <AccountRow label="Access">May sign in</AccountRow>;
  if (banned_until)
    return (
      <AccountRow
        label="Access"
        tool={
          <button type="button" className="choice" onClick={lift}>
            Lift the ban
          </button>
        }
      >
        Banned {describeBan(banned_until)}
      </AccountRow>
    );
  return (
    <EditableRow
      label="Access"
      row={row}
      action="Ban …"
      form={
        <>
          <p>A ban ends all sessions, and no sign-in works until it is over.</p>
          <div className="choices people-bans">
            {bans.map(({ title, ms }) => (
              <button key={title} type="button" className="choice" onClick={() => ban(ms)}>
                {title}
              </button>
            ))}
            <button type="button" className="text-button" onClick={() => row.close()}>
              Cancel
            </button>
          </div>
        </>
      }
    >
      May sign in
    </EditableRow>
  );
}
