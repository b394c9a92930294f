import { AccountRow } from '../../account/account-row.tsx';
import { EndSessionButton, SessionItem } from '../../account/session-item.tsx';
import { Day } from '../../components/day.tsx';
import { providerName } from '../../login/provider-names.ts';
import type { PersonFactor, PersonSession } from './people-data.ts';
import type { PersonProps } from './use-person.ts';

const kinds: Record<string, string> = {
  totp: 'Authenticator app',
  phone: 'Text message',
  webauthn: 'Security key',
  recovery_code: 'Recovery codes',
};

/** The ways to sign in, the second factors, and the sessions. */
export function SignInRows({ person, actions }: PersonProps) {
  return (
    <>
      <AccountRow label="Ways to sign in">
        {person.identities.length === 0 && !person.passkeys?.length && <span className="hint">None</span>}
        <ul className="account-list">
          {person.identities.map((identity) => (
            <li key={identity.provider + identity.created_at}>
              <span>
                {providerName(identity.provider)}
                {identity.email && identity.email !== person.email && <>: {identity.email}</>}
                <span className="hint">
                  {' '}
                  since <Day day={identity.created_at} short />
                </span>
              </span>
            </li>
          ))}
          {person.passkeys?.map((passkey) => (
            <li key={passkey.created_at}>
              <span>
                Passkey{passkey.friendly_name && ` “${passkey.friendly_name}”`}
                <span className="hint">
                  {' '}
                  since <Day day={passkey.created_at} short />
                </span>
              </span>
            </li>
          ))}
        </ul>
      </AccountRow>
      <Factors person={person} actions={actions} />
      <Sessions person={person} actions={actions} />
    </>
  );
}

function describeFactor({ factor_type, friendly_name }: PersonFactor): string {
  const kind = kinds[factor_type] ?? factor_type;
  return friendly_name && factor_type !== 'recovery_code' ? `${kind} “${friendly_name}”` : kind;
}

function Factors({ person, actions }: PersonProps) {
  const { id, factors, is_self } = person;
  return (
    <AccountRow label="Second factors">
      {factors.length === 0 && <span className="hint">None</span>}
      <ul className="account-list">
        {factors.map((factor) => (
          <li key={factor.id}>
            <span>
              {describeFactor(factor)}
              <span className="hint">
                {' '}
                since <Day day={factor.created_at} short />
              </span>
            </span>
            {!is_self && (
              <button
                type="button"
                className="choice"
                onClick={() =>
                  actions.act('/remove-factor', { id, factor: factor.id }, 'The second factor is removed.')
                }
              >
                Remove<span className="sr-only"> {describeFactor(factor)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </AccountRow>
  );
}

function Sessions({ person, actions }: PersonProps) {
  const { id, sessions } = person;
  const others = sessions.filter(({ is_current }) => !is_current);
  const end = (session: PersonSession) =>
    actions.act('/end-session', { id, session: session.id }, 'The session has ended.');
  return (
    <AccountRow label="Sessions">
      {sessions.length === 0 && <span className="hint">Not signed in anywhere</span>}
      <ul className="account-list">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session}>
            {!session.is_current && <EndSessionButton session={session} onEnd={() => end(session)} />}
          </SessionItem>
        ))}
      </ul>
      {others.length > 1 && (
        <button
          type="button"
          className="choice"
          onClick={() => actions.act('/end-session', { id }, 'All sessions have ended.')}
        >
          {person.is_self ? 'End all others' : 'End all sessions'}
        </button>
      )}
    </AccountRow>
  );
}
