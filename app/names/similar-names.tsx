import type { NameDetail } from '../../names/name-detail.ts';
import type { NamesState } from '../../names/view-query.ts';
import { describeReason } from './labels.ts';
import { hrefOf } from './names-address.ts';
import { ShortlistButton } from './shortlist/shortlist-button.tsx';
import { useShortlistedNames } from './shortlist/use-shortlisted-names.ts';

/** Names that are similar to this one, each with the reason. Names that sound the same are listed above, with the spellings. */
export function SimilarNames({ detail, state }: { detail: NameDetail; state: NamesState }) {
  const similar = detail.similar.filter(({ reason }) => reason.kind !== 'sound');
  const listed = useShortlistedNames();
  if (similar.length === 0) return null;
  return (
    <section className="name-block" aria-labelledby="similar-title">
      <h3 id="similar-title">You may also like</h3>
      <ul className="similar-list">
        {similar.map(({ name, reason }) => (
          <li key={name}>
            <ShortlistButton name={name} listed={listed} />
            <a href={hrefOf(state, { name }, '#name')} rel="nofollow">
              {name}
            </a>
            <span className="label">{describeReason(reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
