import type { User } from '@supabase/supabase-js';
import { useRef, useState } from 'react';
import { formatDateTime } from '../../format/date-time.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { toDisplayName } from './display-name.ts';
import { toInvitationLink } from './invitation-link.ts';
import { invite, revoke, setDisplayName } from './list-calls.ts';
import { findPartner, type ListContent } from './list-content.ts';

interface InvitePartnerProps {
  client: SiteClient;
  content: ListContent;
  user: User;
  setFault: (error: unknown) => void;
  onChange: () => Promise<void>;
}

/** Creates an invitation link that works once, or until it is revoked. */
export function InvitePartner({ client, content, user, setFault, onChange }: InvitePartnerProps) {
  const [link, setLink] = useState('');
  const [copied, setCopied] = useState(false);
  const isMaking = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const partner = findPartner(content, user.id);
  const open = content.invitations.filter(({ once, used_at }) => !(once && used_at));

  async function attempt(call: () => Promise<void>) {
    setFault(undefined);
    try {
      await call();
      await onChange();
    } catch (error) {
      setFault(error);
    }
  }
  async function make(once: boolean) {
    // A double click creates one link: another link would open the list as well.
    if (isMaking.current) return;
    isMaking.current = true;
    await attempt(async () => {
      await setDisplayName(client, content.id, user.id, toDisplayName(user));
      setLink(toInvitationLink(await invite(client, content.id, once)));
      setCopied(false);
    });
    isMaking.current = false;
  }
  const revokeLink = (id: string) =>
    attempt(async () => {
      await revoke(client, id);
      setLink('');
    });
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Where the clipboard is not allowed, the field selects its text for copying by hand.
      field.current?.focus();
    }
  }

  return (
    <div className="invite">
      {partner ? (
        <p>
          You are choosing together
          {partner.called !== '' && (
            <>
              {' '}
              with <bdi>{partner.called}</bdi>
            </>
          )}
          .
        </p>
      ) : (
        <p className="names-doors">
          <span>Choose together with someone:</span>
          <button type="button" className="text-button" onClick={() => void make(true)}>
            Make a link for one person
          </button>
          <button type="button" className="text-button" onClick={() => void make(false)}>
            Make a link that works until you revoke it
          </button>
        </p>
      )}
      {link !== '' && !partner && (
        <p className="names-line-form">
          <label className="field">
            <span className="field-label">Send this link</span>
            <input
              ref={field}
              className="input"
              readOnly
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
          </label>
          <button type="button" className="button" onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy'}
          </button>
        </p>
      )}
      {open.length > 0 && <OpenInvitations invitations={open} onRevoke={(id) => void revokeLink(id)} />}
    </div>
  );
}

interface OpenInvitationsProps {
  invitations: ListContent['invitations'];
  onRevoke: (id: string) => void;
}

function OpenInvitations({ invitations, onRevoke }: OpenInvitationsProps) {
  return (
    <ul className="invitations label">
      {invitations.map(({ id, once, created_at }) => (
        <li key={id}>
          {once ? 'A link for one person' : 'A link until you revoke it'}, made {formatDateTime(created_at)}{' '}
          <button type="button" className="text-button" onClick={() => onRevoke(id)}>
            Revoke
          </button>
        </li>
      ))}
    </ul>
  );
}
