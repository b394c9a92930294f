import {
  groupNames,
  groupOptions,
  isEmptyFilter,
  type NameFilter,
  ratios,
  sexChoices,
} from '../../names/filter.ts';
import type { SearchResult } from '../../names/search.ts';
import { count, groupTitles, optionLabel, sexLabels, trendRule } from './labels.ts';

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

interface Choice {
  value: string;
  label: string;
  /** The number of names that remain with this option. */
  names: number;
}

interface ChoiceGroupProps {
  title: string;
  name: string;
  choices: Choice[];
  chosen: string[];
  /** A single choice; otherwise several options can be chosen. */
  single?: boolean;
  hint?: string;
}

/** Options of the explorer with the number of names that remain. They are plain form fields, so they work without a script. */
function ChoiceGroup({ title, name, choices, chosen, single = false, hint }: ChoiceGroupProps) {
  const all = single ? [{ value: '', label: 'All', names: -1 }, ...choices] : choices;
  return (
    <fieldset className="facet">
      <legend>{title}</legend>
      {all.map(({ value, label, names }) => {
        const isChosen = single ? (chosen[0] ?? '') === value : chosen.includes(value);
        return (
          <label key={value} className="facet-option" data-none={names === 0 && !isChosen ? '' : undefined}>
            <input type={single ? 'radio' : 'checkbox'} name={name} value={value} defaultChecked={isChosen} />
            <span>{label}</span>
            {names >= 0 && <span className="facet-count">{count(names)}</span>}
          </label>
        );
      })}
      {hint && <p className="hint facet-hint">{hint}</p>}
    </fieldset>
  );
}
