import { useState } from 'react';
import { useHosting } from '../../current-site.ts';
import type { RunSource } from '../run-source.ts';

interface SourceNoticeProps {
  kind: RunSource['kind'];
  isSignedIn: boolean;
  onRemove(): Promise<void>;
}

/** Says whose runs are shown, where they are not the user's own. */
export function SourceNotice({ kind, isSignedIn, onRemove }: SourceNoticeProps) {
  const [isBusy, setBusy] = useState(false);
  const { hasAccounts } = useHosting();
  if (kind !== 'samples') return null;
  return (
    <div className="notice runs-samples" role="note" aria-label="Sample runs">
      <p>
        <strong>Sample runs: nobody ran these.</strong>{' '}
        {isSignedIn
          ? 'They show what this page can do, and disappear when you import your first run.'
          : 'They show what this page can do. '}
        {!isSignedIn &&
          hasAccounts &&
          'Sign in and import your own: they stay private until you publish them.'}
      </p>
      {isSignedIn && (
        <button
          type="button"
          className="choice"
          disabled={isBusy}
          onClick={async () => {
            setBusy(true);
            await onRemove();
            setBusy(false);
          }}
        >
          Remove the samples
        </button>
      )}
    </div>
  );
}
