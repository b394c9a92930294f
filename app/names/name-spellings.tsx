import { emptyFilter } from '../../names/filter.ts';
import type { NameDetail } from '../../names/name-detail.ts';
import type { NameState } from '../../names/view-query.ts';
import { count } from './labels.ts';
import { emptyState, hrefOf, nameHref } from './names-address.ts';

/** The spellings that sound the same, and the rank of all of them together. */
export function NameSpellings({ detail, state }: { detail: NameDetail; state: NameState }) {
  const { spellings, name, sexes } = detail;
  if (spellings.count < 2) return null;
  const own = sexes[0]?.latest.rank ?? 0;
  const merged = spellings.merged.ranks.at(-1) ?? 0;
  const largest = spellings.list[0]?.total ?? 1;
  return (
    <section className="name-block" aria-labelledby="spellings-title">
      <h2 id="spellings-title">{spellings.count} spellings, one sound</h2>
      {merged > 0 && merged !== own && (
        <p>
          If everybody spelled it the same way, it would be no. {count(merged)} of {spellings.sex}
          {own > 0 ? ` instead of ${count(own)}` : ''}.
        </p>
      )}
      <ul className="spelling-list">
        {spellings.list.map((spelling) => (
          <li key={spelling.name}>
            <a
              href={nameHref(spelling.name, state)}
              rel="nofollow"
              aria-current={spelling.name === name ? 'true' : undefined}
            >
              {spelling.name}
            </a>
            <svg className="spelling-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(0.6, (100 * spelling.total) / largest)} height="4" />
            </svg>
            <span className="label">{count(spelling.total)}</span>
          </li>
        ))}
      </ul>
      {spellings.count > spellings.list.length && (
        <p className="hint">
          and{' '}
          <a
            href={hrefOf(emptyState, { filter: { ...emptyFilter, sounds: name } }, '#explorer')}
            rel="nofollow"
          >
            {count(spellings.count - spellings.list.length)} more
          </a>
        </p>
      )}
    </section>
  );
}
