import { useMemo } from 'react';
import type { NameDetail, SexHistory } from '../../names/name-detail.ts';
import type { Trend } from '../../names/trend.ts';
import type { NamesSource, NameView } from '../../names/view.ts';
import type { NameState } from '../../names/view-query.ts';
import { CompareForm } from './compare-form.tsx';
import { count, describeReason, oneIn } from './labels.ts';
import { NameSpellings } from './name-spellings.tsx';
import { emptyState, nameHref } from './names-address.ts';
import { ShortlistButton } from './shortlist/shortlist-button.tsx';
import { useShortlistedNames } from './shortlist/use-shortlisted-names.ts';
import { SurnameCheck } from './surname-check.tsx';
import { TrendChart, type TrendLine } from './trend-chart.tsx';

/** The details of one name, below its heading. */
export function NameDetails({ view: { detail, source, state } }: { view: NameView }) {
  const lines = useMemo(() => toLines(detail), [detail]);
  return (
    <div className="axis name-part">
      <NameFacts detail={detail} source={source} />
      <div className="min-w-0">
        <TrendChart
          title={detail.name}
          lines={lines}
          source={source}
          chart={state.chart}
          toHref={(chart) => nameHref(detail.name, { ...state, chart })}
        />
        <NameSpellings detail={detail} state={state} />
        <SimilarNames detail={detail} state={state} />
        <CompareForm state={{ ...emptyState, ...state }} names={[detail.name]} />
        <SurnameCheck
          surname={state.surname}
          names={[detail.name]}
          toHref={(surname) => nameHref(detail.name, { ...state, surname })}
        />
      </div>
    </div>
  );
}

/** Below this share the line of the other sex would lie on the axis, and that of all spellings on the line of the name. */
const minShare = 0.02;

/** The other sex has a line where it is visible; a name merged with its other spellings is drawn beside the name alone. */
function toLines({ name, sexes, spellings }: NameDetail): TrendLine[] {
  const [main, other] = sexes;
  if (!main) return [];
  const lines: TrendLine[] = [{ name: `${name}, ${main.sex}`, sex: main.sex, values: main }];
  const together = spellings.merged.counts.reduce((sum, count) => sum + count, 0);
  if (together >= main.total * (1 + minShare))
    lines.push({ name: 'All spellings', sex: spellings.sex, values: spellings.merged });
  if (other && other.total >= main.total * minShare)
    lines.push({ name: `${name}, ${other.sex}`, sex: other.sex, values: other });
  return lines;
}

/** Describes the periods that names/trend.ts compares: a name can be past its peak and still be ahead of ten years before. */
const trendSentences: Record<Trend, string> = {
  rising: ' It is more common than ten years before.',
  falling: ' It is rarer than ten years before.',
  steady: '',
  rare: '',
};

export function toSentence(
  { name, sexes, trend }: NameDetail,
  { lastYear, firstYear, births }: NamesSource,
): string {
  const [main] = sexes;
  if (!main) return '';
  const all = births?.[main.sex] ?? [];
  const now =
    main.latest.count > 0
      ? `In ${lastYear}, ${count(main.latest.count)} ${main.sex} were called ${name}: ${oneIn(main.latest.count, all.at(-1) ?? 0, main.sex)}.`
      : `In ${lastYear} nobody is listed as ${name}.`;
  const best = all[main.peak.year - firstYear] ?? 0;
  const peak =
    main.peak.year === lastYear
      ? 'That is its largest share so far.'
      : `Its best year was ${main.peak.year}, when it was ${oneIn(main.peak.count, best, main.sex)}.`;
  return `${now} ${peak}${trendSentences[trend]}`;
}

function NameFacts({ detail, source }: { detail: NameDetail; source: NamesSource }) {
  return (
    <div className="margin name-facts-list">
      {detail.sexes.map((history) => (
        <SexFacts key={history.sex} history={history} source={source} />
      ))}
      <dl>
        <div>
          <dt>Syllables</dt>
          <dd>{detail.syllables}</dd>
        </div>
        {detail.sexes.length > 1 && (
          <div>
            <dt>Girls lately</dt>
            <dd>{count(Math.round(detail.girls))} %</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function SexFacts({ history, source }: { history: SexHistory; source: NamesSource }) {
  const { sex, total, peak, latest, from } = history;
  return (
    <dl>
      <div className="facts-title">
        <dt>{sex === 'girls' ? 'Girls' : 'Boys'}</dt>
        <dd>{count(total)}</dd>
      </div>
      <div>
        <dt>Rank {source.lastYear}</dt>
        <dd>{latest.rank > 0 ? count(latest.rank) : '–'}</dd>
      </div>
      <div>
        <dt>Peak</dt>
        <dd>
          {peak.year}, no. {count(peak.rank)}
        </dd>
      </div>
      <div>
        <dt>Since</dt>
        <dd>{from}</dd>
      </div>
    </dl>
  );
}

/** Names that are similar to this one, each with the reason. Names that sound the same are listed above, with the spellings. */
function SimilarNames({ detail, state }: { detail: NameDetail; state: NameState }) {
  const similar = detail.similar.filter(({ reason }) => reason.kind !== 'sound');
  const listed = useShortlistedNames();
  if (similar.length === 0) return null;
  return (
    <section className="name-block" aria-labelledby="similar-title">
      <h2 id="similar-title">You may also like</h2>
      <ul className="similar-list">
        {similar.map(({ name, reason }) => (
          <li key={name}>
            <ShortlistButton name={name} listed={listed} />
            <a href={nameHref(name, state)} rel="nofollow">
              {name}
            </a>
            <span className="label">{describeReason(reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
