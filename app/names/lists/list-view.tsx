import type { SupabaseClient, User } from '@supabase/supabase-js';
import { toListed } from '../../../names/find-name.ts';
import { mostCompared, type NamesState } from '../../../names/view-query.ts';
import { offerDownload } from '../../account/offer-download.ts';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { hrefOf } from '../names-address.ts';
import { toCsv } from '../shortlist/to-csv.ts';
import { useSuggestions } from '../use-suggestions.ts';
import { InvitePart } from './invite-part.tsx';
import { LineForm } from './line-form.tsx';
import { findVote, type ListContent, type ListHead, toStanding } from './list-content.ts';
import { ListEnd } from './list-end.tsx';
import { ListNames } from './list-names.tsx';
import { StandingPart } from './standing-part.tsx';
import { useList } from './use-list.ts';
import { VotingDeck } from './voting-deck.tsx';

interface ListViewProps {
  client: SupabaseClient;
  head: ListHead;
  user: User;
  state: NamesState;
  setFault: (error: unknown) => void;
  onGone: () => Promise<void>;
}

/** One list: voting, where the two stand, the names, and who is in it. */
export function ListView({ client, head, user, state, setFault, onGone }: ListViewProps) {
  const list = useList(client, head.id, user.id, setFault);
  const { suggestions, suggest } = useSuggestions();
  const { content } = list;
  if (!content) return <SkeletonLines lines={['w-3/5', 'w-2/5', 'w-1/2']} />;
  const standing = toStanding(content, user.id, Date.now());
  const isPair = content.members.length > 1;
  return (
    <div className="list-view">
      <h3 className="list-title">
        <bdi>{head.title}</bdi>
      </h3>
      <VotingDeck standing={standing} isPair={isPair} onVote={(name, vote) => list.vote(name, { vote })} />
      {isPair && (
        <StandingPart
          standing={standing}
          state={state}
          onAgain={(name) => list.vote(name, { vote: 'yes' })}
        />
      )}
      <ListNames list={list} content={content} me={user.id} state={state} />
      <LineForm
        label="Add a name"
        action="Add"
        maxLength={40}
        suggestions={suggestions}
        onType={suggest}
        onSubmit={(name) => list.add(/^[a-z]+$/i.test(name) ? toListed(name) : name)}
      />
      <p className="names-doors">
        {content.names.length > 1 && (
          <a
            href={hrefOf(state, { name: '', compare: content.names.slice(0, mostCompared) }, '#compare')}
            rel="nofollow"
          >
            Compare
          </a>
        )}
        {content.names.length > 0 && (
          <button type="button" className="text-button" onClick={() => download(content, user.id)}>
            Export as CSV
          </button>
        )}
      </p>
      <InvitePart client={client} content={content} me={user.id} setFault={setFault} onChange={list.look} />
      <ListEnd client={client} head={head} me={user.id} isPair={isPair} setFault={setFault} onGone={onGone} />
    </div>
  );
}

function download(content: ListContent, me: string): void {
  const other = content.members.find(({ user_id }) => user_id !== me)?.user_id ?? '';
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
