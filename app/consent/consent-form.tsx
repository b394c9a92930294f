import { useState } from 'react';
import site from '../../site.config.ts';
import type { ConsentRequest } from './consent.ts';
import { describeScopes, describeTarget, initialOf, nameOf } from './describe-consent.ts';

interface ConsentFormProps {
  request: ConsentRequest;
  onDecide: (action: 'approve' | 'deny') => Promise<void>;
}

/** Shows which application asks, for what and where it redirects to, with the buttons to allow and to deny. */
export function ConsentForm({ request, onDecide }: ConsentFormProps) {
  const [busy, setBusy] = useState(false);
  const { client, user } = request;
  const name = nameOf(client);
  const { place, note } = describeTarget(request.redirect_uri);

  async function decide(action: 'approve' | 'deny') {
    setBusy(true);
    await onDecide(action);
    setBusy(false);
  }

  return (
    <div className="consent mt-l" aria-busy={busy}>
      <div className="consent-client">
        <span className="consent-initial" aria-hidden="true">
          {initialOf(name)}
        </span>
        <p className="min-w-0">
          <strong>{name}</strong> wants to sign you in with your {site.title} account
          {user.email && <span className="consent-account">{user.email}</span>}
        </p>
      </div>
      <h2 className="consent-title">It will be able to</h2>
      <ul className="consent-list">
        {describeScopes(request.scope, user.email).map((description) => (
          <li key={description}>{description}</li>
        ))}
      </ul>
      <h2 className="consent-title">You will continue to</h2>
      <p className="consent-place">
        <strong>{place}</strong> <span className="hint">({note})</span>
      </p>
      <p className="hint">
        The name above is what the application calls itself. Allow it only if you came from this address.
      </p>
      <div className="consent-answers">
        <button type="button" className="button" disabled={busy} onClick={() => decide('approve')}>
          Allow
        </button>
        <button type="button" className="button button-quiet" disabled={busy} onClick={() => decide('deny')}>
          Do not allow
        </button>
      </div>
      <p className="hint">You can revoke this at any time. The application is then signed out.</p>
    </div>
  );
}
