import { useState } from 'react';
import { PageSection } from '../../components/page-section.tsx';
import { shareLinkOf } from './run-address.ts';

/** The address of a public run, for sharing. */
export function ShareLink({ id }: { id: string }) {
  return (
    <PageSection title="Share">
      <ShareField id={id} />
    </PageSection>
  );
}

export function ShareField({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  const link = shareLinkOf(id, location.origin);
  const canShare = typeof navigator.share === 'function';

  async function copy() {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  }
  return (
    <div className="run-share">
      <label className="field">
        <span className="field-label">Link to this run</span>
        <input className="input" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      {navigator.clipboard && (
        <button type="button" className="button" onClick={() => void copy().catch(() => setCopied(false))}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      )}
      {canShare && (
        <button
          type="button"
          className="text-button"
          // A user who closes the share sheet has canceled: that is not an error.
          onClick={() => void navigator.share({ url: link }).catch(() => {})}
        >
          Share …
        </button>
      )}
    </div>
  );
}
