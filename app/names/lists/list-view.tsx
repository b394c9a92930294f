import type { User } from '@supabase/supabase-js';
import { useEffect } from 'react';
import { normalizeName } from '../../../names/find-name.ts';
import { maxCompared } from '../../../names/view-query.ts';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { toCsv } from '../../format/csv.ts';
import { offerDownload } from '../../runtime/offer-download.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { emptyState, hrefOf } from '../names-address.ts';
import { useSuggestions } from '../use-suggestions.ts';
import { InvitePartner } from './invite-partner.tsx';
import {
  findPartner,
  findRemovedNames,
  findVote,
  type ListContent,
  nameOf,
  toVoteResult,
} from './list-content.ts';
import type { ListFault } from './list-fault.ts';
import { ListNames } from './list-names.tsx';
import { ListSettings } from './list-settings.tsx';
import { PartnerPresence } from './partner-presence.tsx';
import { SingleFieldForm } from './single-field-form.tsx';
import { useList } from './use-list.ts';
import { VoteSummary } from './vote-summary.tsx';
import { VotingDeck } from './voting-deck.tsx';

interface ListViewProps {
  client: SiteClient;
  id: string;
  user: User;
  setFault: (error: unknown) => void;
  /** Called with the title of the list, and again when it changes. */
  onOpen: (title: string) => void;
  /** Called when the user is no longer a member, by their own action or, with a fault, by another's. */
  onGone: (fault?: ListFault) => Promise<boolean>;
}

/** One list: voting, results, names and members. */
export function ListView({ client, id, user, setFault, onOpen, onGone }: ListViewProps) {
  const list = useList({ client, id, me: user.id, setFault, onGone });
  const { suggestions, suggest } = useSuggestions();
  const { content } = list;
  const title = content?.title;
  useEffect(() => {
    if (title !== undefined) onOpen(title);
  }, [title, onOpen]);
  if (!content) return <SkeletonLines lines={['w-3/5', 'w-2/5', 'w-1/2']} />;
  const result = toVoteResult(content, user.id, Date.now());
  const partner = findPartner(content, user.id);
  const who = partner && nameOf(partner);
  return (
    <div className="list-view">
      <PartnerPresence partner={partner} present={list.present} />
      <VotingDeck standing={result} who={who} onVote={(name, vote) => list.vote(name, { vote })} />
      {who !== undefined && (
        <VoteSummary result={result} who={who} onAgain={(name) => list.vote(name, { vote: 'yes' })} />
      )}
      <ListNames list={list} content={content} me={user.id} />
      <RemovedNames content={content} me={user.id} />
      <SingleFieldForm
        label="Add a name"
        action="Add"
        maxLength={40}
        suggestions={suggestions}
        onType={suggest}
        onSubmit={(name) => list.add(/^[a-z]+$/i.test(name) ? normalizeName(name) : name)}
      />
      <p className="names-doors">
        {content.names.length > 1 && (
          <a href={hrefOf(emptyState, { compare: content.names.slice(0, maxCompared) })} rel="nofollow">
            Compare
          </a>
        )}
        {content.names.length > 0 && (
          <button type="button" className="text-button" onClick={() => download(content, user.id)}>
            Export as CSV
          </button>
        )}
      </p>
      <InvitePartner
        client={client}
        content={content}
        user={user}
        setFault={setFault}
        onChange={list.refresh}
      />
      <ListSettings client={client} list={content} me={user.id} onRename={list.rename} onEnd={list.end} />
    </div>
  );
}

function download(content: ListContent, me: string): void {
  const other = findPartner(content, me)?.user_id ?? '';
  const rows = content.names.map((name) => {
    const mine = findVote(content, name, me);
    const theirs = findVote(content, name, other);
    return [
      name,
      mine?.vote ?? '',
      mine?.rating ?? '',
      mine?.note ?? '',
      theirs?.vote ?? '',
      theirs?.rating ?? '',
    ];
  });
  const head = ['name', 'my vote', 'my rating', 'my note', 'their vote', 'their rating'];
  offerDownload('names.csv', 'text/csv', toCsv(head, rows));
}

/** Names that were removed after both had voted: removing a name does not hide votes that were already visible. */
function RemovedNames({ content, me }: { content: ListContent; me: string }) {
  const gone = findRemovedNames(content, me);
  const who = nameOf(findPartner(content, me));
  if (gone.length === 0) return null;
  return (
    <details className="taken-out">
      <summary>Removed after you both had voted: {gone.length}</summary>
      <ul>
        {gone.map(({ name, mine, theirs }) => (
          <li key={name}>
            <bdi>{name}</bdi>{' '}
            <span className="label">
              you said {mine}, <bdi>{who}</bdi> said {theirs}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
