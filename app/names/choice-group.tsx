import { count } from './labels.ts';

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
export function ChoiceGroup({ title, name, choices, chosen, single = false, hint }: ChoiceGroupProps) {
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
