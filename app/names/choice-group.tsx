import { count } from './labels.ts';

interface Choice {
  value: string;
  word: string;
  /** How many names it would leave. */
  names: number;
}

interface ChoiceGroupProps {
  title: string;
  name: string;
  choices: Choice[];
  chosen: string[];
  /** One of them, or none; otherwise any number. */
  single?: boolean;
  hint?: string;
}

/** Options of the explorer with what each would leave. Fields of a plain form, so they work without a script. */
export function ChoiceGroup({ title, name, choices, chosen, single = false, hint }: ChoiceGroupProps) {
  const all = single ? [{ value: '', word: 'All', names: -1 }, ...choices] : choices;
  return (
    <fieldset className="facet">
      <legend>{title}</legend>
      {all.map(({ value, word, names }) => {
        const isChosen = single ? (chosen[0] ?? '') === value : chosen.includes(value);
        return (
          <label key={value} className="facet-option" data-none={names === 0 && !isChosen ? '' : undefined}>
            <input type={single ? 'radio' : 'checkbox'} name={name} value={value} defaultChecked={isChosen} />
            <span>{word}</span>
            {names >= 0 && <span className="facet-count">{count(names)}</span>}
          </label>
        );
      })}
      {hint && <p className="hint facet-hint">{hint}</p>}
    </fieldset>
  );
}
