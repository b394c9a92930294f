import { addressOf, ranges, type StatsState } from './ranges.ts';

/** Range and comparison are links: each state has an address, and the back button goes through them. */
export function StatsChoices({ state }: { state: StatsState }) {
  return (
    <nav className="stats-choices" aria-label="Period">
      <ul className="choices">
        {ranges.map((range) => (
          <li key={range.name}>
            <a
              className="choice"
              href={addressOf({ ...state, range })}
              aria-current={range === state.range ? 'true' : undefined}
            >
              {range.title}
            </a>
          </li>
        ))}
        {state.range.before !== '' && (
          <li className="stats-compare">
            <a className="choice" href={addressOf({ ...state, compare: !state.compare })}>
              {state.compare ? 'Without comparison' : 'Compare with the period before'}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
