import { maxTextLength, type NameFilter, type TextField, textFields } from '../../names/filter.ts';

const labels: Record<TextField, { label: string; example: string }> = {
  starts: { label: 'Begins with', example: 'ka' },
  ends: { label: 'Ends in', example: 'lyn' },
  part: { label: 'Has in it', example: 'ann' },
  sounds: { label: 'Sounds like', example: 'Catherine' },
};

/** Filters by letters and sound, which most visitors use first. */
export function TextFilters({ filter }: { filter: NameFilter }) {
  return (
    <div className="text-filters">
      {textFields.map((field) => (
        <label key={field} className="field">
          <span className="field-label">{labels[field].label}</span>
          <input
            className="input"
            type="text"
            name={field}
            defaultValue={filter[field]}
            placeholder={labels[field].example}
            maxLength={maxTextLength}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
          />
        </label>
      ))}
    </div>
  );
}
