import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import type { NamesState } from '../../../names/view-query.ts';
import { PageSection } from '../../components/page-section.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { FaultNotice } from '../../login/fault-notice.tsx';
import { loadClient } from '../../session/client.ts';
import { hrefOf } from '../names-address.ts';
import { SignInLink } from '../shortlist/local-list.tsx';
import { joinList, ListFault, type ListPreview, lookAtList } from './list-calls.ts';
import { rememberList } from './remembered-list.ts';

interface InvitationPartProps {
  token: string;
  /** Undefined while that is not known. */
  user: User | null | undefined;
  state: NamesState;
  onDone: () => void;
}

/** Somebody has come with a link: they may look at once, and vote when they are signed in and have joined. */
export function InvitationPart({ token, user, state, onDone }: InvitationPartProps) {
  const [preview, setPreview] = useState<ListPreview | null>();
  const [fault, setFault] = useState<string>();
  const me = user?.id;

  const toWords = (error: unknown) =>
    error instanceof ListFault ? error.message : 'Something went wrong here. Please reload the page.';

  // biome-ignore lint/correctness/useExhaustiveDependencies: what a link shows depends on who looks.
  useEffect(() => {
    let isCurrent = true;
    loadClient()
      .then((client) => lookAtList(client, token))
      .then(
        (found) => isCurrent && setPreview(found),
        (error: unknown) => isCurrent && setFault(toWords(error)),
      );
    return () => {
      isCurrent = false;
    };
  }, [token, me]);

  async function join() {
    try {
      rememberList(await joinList(await loadClient(), token, calledBy(user)));
      onDone();
      // The part below reads its lists anew.
      location.reload();
    } catch (error) {
      setFault(toWords(error));
    }
  }

  return (
    <PageSection title="You are invited">
      <FaultNotice fault={fault} />
      {preview === undefined && !fault && <SkeletonLines lines={['w-2/5', 'w-3/5']} />}
      {preview === null && <p className="notice">This link has been used or revoked. Ask for a new one.</p>}
      {preview && (
        <>
          <h3 className="list-title">
            <bdi>{preview.title}</bdi>
          </h3>
          <ul className="match-list">
            {preview.names.map((name) => (
              <li key={name}>
                <a href={hrefOf(state, { name, compare: [] }, '#name')} rel="nofollow">
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
          </ul>
          {preview.names.length === 0 && <p className="hint">There is no name in it yet.</p>}
          {user === null && (
            <p>
              <SignInLink /> to vote. Each votes alone; you see where you agree.
            </p>
          )}
          {user && !preview.is_full && !preview.list_id && (
            <button type="button" className="button" onClick={() => void join()}>
              Join and vote
            </button>
          )}
          {user && preview.is_full && !preview.list_id && (
            <p className="hint">Two people are in this list already.</p>
          )}
          {user && preview.list_id && <p className="hint">You are in this list; it is below.</p>}
        </>
      )}
    </PageSection>
  );
}

/** What the other reads: the name of the profile, or the part of the address before the @. */
function calledBy(user: User | null | undefined): string {
  const given = user?.user_metadata.name ?? user?.user_metadata.full_name;
  const called =
    typeof given === 'string' && given.trim() !== '' ? given : (user?.email?.split('@')[0] ?? '');
  return called.slice(0, 40);
}
