import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { PageSection } from '../../components/page-section.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { loadClient } from '../../session/client.ts';
import { toListPath } from '../names-address.ts';
import { SignInLink } from '../shortlist/sign-in-link.tsx';
import { toDisplayName } from './display-name.ts';
import { toInvitationHash } from './invitation-link.ts';
import { joinList, type ListPreview, previewList } from './list-calls.ts';
import { toMessage } from './list-fault.ts';
import { NameLinks } from './name-links.tsx';

interface InvitationPanelProps {
  token: string;
  /** Undefined while the session is unknown. */
  user: User | null | undefined;
}

/** Shown to a visitor who opened an invitation link: the list can be viewed at once; voting needs signing in and joining. */
export function InvitationPanel({ token, user }: InvitationPanelProps) {
  const navigate = useNavigate();
  const [preview, setPreview] = useState<ListPreview | null>();
  const [fault, setFault] = useState<string>();
  const me = user?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what a link shows depends on who looks.
  useEffect(() => {
    let isCurrent = true;
    loadClient()
      .then((client) => previewList(client, token))
      .then(
        (found) => isCurrent && setPreview(found),
        (error: unknown) => isCurrent && setFault(toMessage(error)),
      );
    return () => {
      isCurrent = false;
    };
  }, [token, me]);

  async function join(as: User) {
    const client = await loadClient();
    try {
      const list = await joinList(client, token, toDisplayName(as));
      // Not back to the link, which has been used.
      await navigate(toListPath(list), { replace: true });
    } catch (error) {
      setFault(toMessage(error));
      // The link may have been used since the preview was loaded: the preview then shows it.
      const now = await previewList(client, token).catch(() => undefined);
      if (now === undefined) return;
      setPreview(now);
      if (!now || now.is_full) setFault(undefined);
    }
  }

  return (
    <PageSection title="You are invited">
      <FaultNotice fault={fault} />
      {preview === undefined && !fault && <SkeletonLines lines={['w-2/5', 'w-3/5']} />}
      {preview === null && (
        <p className="notice" role="status">
          This link has been used or revoked. Ask for a new one.
        </p>
      )}
      {preview && (
        <>
          <h3 className="list-title">
            <bdi>{preview.title}</bdi>
          </h3>
          <NameLinks names={preview.names} />
          {preview.names.length === 0 && <p className="hint">There is no name in it yet.</p>}
          <JoinActions preview={preview} user={user} token={token} onJoin={join} />
        </>
      )}
    </PageSection>
  );
}

interface JoinActionsProps {
  preview: ListPreview;
  user: User | null | undefined;
  token: string;
  onJoin: (user: User) => Promise<void>;
}

function JoinActions({ preview, user, token, onJoin }: JoinActionsProps) {
  const signIn = <SignInLink part={toInvitationHash(token)} />;
  if (preview.list_id)
    return (
      <p>
        You are in this list already. <a href={toListPath(preview.list_id)}>Open it</a>
      </p>
    );
  if (preview.is_full)
    return (
      <p className="hint">
        Two people are in this list already.{user === null && <> {signIn} if you are one of them.</>}
      </p>
    );
  if (user === null) return <p>{signIn} to vote. Each votes alone; you see where you agree.</p>;
  if (!user) return null;
  return (
    <button type="button" className="button" onClick={() => void onJoin(user)}>
      Join and vote
    </button>
  );
}
