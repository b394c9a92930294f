import { useMemo } from 'react';
import type { ComparedName } from '../../names/compare.ts';
import type { NamesView } from '../../names/view.ts';
import { CompareForm } from './compare-form.tsx';
import { count } from './labels.ts';
import { hrefOf, nameHref } from './names-address.ts';
import { ShortlistButton } from './shortlist/shortlist-button.tsx';
import { useShortlistedNames } from './shortlist/use-shortlisted-names.ts';
import { SurnameCheck } from './surname-check.tsx';
import { TrendChart } from './trend-chart.tsx';

const none: ComparedName[] = [];

/** Up to six names on one chart, each with the sex to which it was given more often. */
export function NameComparison({ view }: { view: NamesView }) {
  const { state, source, compared = none } = view;
  const listed = useShortlistedNames();
  const lines = useMemo(
    () => compared.map((each) => ({ name: `${each.name}, ${each.sex}`, sex: each.sex, values: each })),
    [compared],
  );
  return (
    <div className="axis name-part">
      <div className="min-w-0">
        <TrendChart
          title="Names compared"
          lines={lines}
          source={source}
          chart={state.chart}
          toHref={(chart) => hrefOf(state, { chart })}
        />
        <div className="table-box">
          <table className="compare-table">
            <caption className="sr-only">The names that are compared</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="align-right">
                  Rank {source.lastYear}
                </th>
                <th scope="col" className="align-right">
                  Peak
                </th>
                <th scope="col" className="align-right">
                  In all
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {compared.map((each) => (
                <tr key={each.name}>
                  <th scope="row">
                    <ShortlistButton name={each.name} listed={listed} />{' '}
                    <a href={nameHref(each.name, state)} rel="nofollow">
                      {each.name}
                    </a>
                  </th>
                  <td className="align-right">{each.latest.rank > 0 ? count(each.latest.rank) : '–'}</td>
                  <td className="align-right">{each.peak.year}</td>
                  <td className="align-right">{count(each.total)}</td>
                  <td className="align-right">
                    <a
                      className="label"
                      href={hrefOf(state, { compare: state.compare.filter((name) => name !== each.name) })}
                      rel="nofollow"
                    >
                      Remove<span className="sr-only"> {each.name}</span>
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <CompareForm state={state} names={state.compare} />
        <SurnameCheck
          surname={state.surname}
          names={state.compare}
          toHref={(surname) => hrefOf(state, { surname })}
        />
      </div>
    </div>
  );
}
