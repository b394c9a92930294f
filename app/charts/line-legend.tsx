import { LineSample, type SeriesStyle } from './series-style.tsx';

interface LineLegendProps {
  names: readonly string[];
  styles: readonly SeriesStyle[];
}

/** The legend above the plot, where it is too narrow for names at the ends of the lines. */
export function LineLegend({ names, styles }: LineLegendProps) {
  return (
    <ul className="chart-legend" aria-hidden="true">
      {names.map((name, index) => (
        <li key={name}>
          <LineSample style={styles[index]} /> {name}
        </li>
      ))}
    </ul>
  );
}
