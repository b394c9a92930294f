import {
  groupNames,
  groupOptions,
  isEmptyFilter,
  type NameFilter,
  ratios,
  sexChoices,
} from '../../names/filter.ts';
import type { SearchResult } from '../../names/search.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { groupTitles, optionLabel, sexLabels, trendRule } from './labels.ts';

interface FacetsProps {
  filter: NameFilter;
  counts: SearchResult['counts'];
  lastYear: number;
}

/** The filters of the explorer. Collapsed on a small screen. */
export function Facets({ filter, counts, lastYear }: FacetsProps) {
  const chosen = groupNames.reduce((sum, group) => sum + filter[group].length, filter.sex === '' ? 0 : 1);
  const hints: Partial<Record<string, string>> = {
    rank: `In ${lastYear}.`,
    trend: trendRule(lastYear),
    era: 'Decade of the largest share.',
  };
  return (
    <details className="facets margin">
      <summary>Narrow down{chosen > 0 && `: ${chosen} chosen`}</summary>
      <div className="facets-body">
        <ChoiceGroup
          title="Given to"
          name="sex"
          single
          chosen={filter.sex === '' ? [] : [filter.sex]}
          choices={sexChoices.map((value) => ({ value, label: sexLabels[value], names: counts.sex[value] }))}
        />
        <label className="facet-ratio label">
          Both: each sex has at least{' '}
          <select name="ratio" defaultValue={filter.ratio}>
            {ratios.map((ratio) => (
              <option key={ratio} value={ratio}>
                {ratio} %
              </option>
            ))}
          </select>
        </label>
        {groupNames.map((group) => (
          <ChoiceGroup
            key={group}
            title={groupTitles[group]}
            name={group}
            chosen={filter[group]}
            choices={groupOptions[group].flatMap((value, index) => {
              const names = counts[group][index] ?? 0;
              const isFuture = group === 'era' && Number(value) > lastYear;
              return isFuture ? [] : [{ value, label: optionLabel(group, value), names }];
            })}
            {...(hints[group] && { hint: hints[group] })}
          />
        ))}
        {!isEmptyFilter(filter) && <a href="/baby-names#explorer">Clear everything</a>}
      </div>
    </details>
  );
}
