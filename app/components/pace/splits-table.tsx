import { useId } from 'react';
import { splitsOf, toClock } from '../../../running/pace.ts';
import { metresIn, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { formatNumber } from '../../format/count.ts';
import { useEarlyInput } from '../../runtime/use-early-input.ts';
import { ColumnHeads } from '../column-heads.tsx';

interface SplitsTableProps {
  metres: number;
  seconds: number;
  unit: Unit;
  /** The chosen step, if there is one. */
  chosen: number | undefined;
  onChoose(step: number): void;
}

/** Above this number of rows the table uses longer splits. */
const maxRows = 50;
const stepChoices = [1, 5, 10];

export function SplitsTable({ metres, seconds, unit, chosen, onChoose }: SplitsTableProps) {
  const field = useId();
  const length = metresIn(unit);
  const fitting = stepChoices.filter((step) => metres / (step * length) <= maxRows);
  const steps = fitting.length > 0 ? fitting : [Math.ceil(metres / length / maxRows)];
  const step =
    steps.find((each) => each === chosen) ??
    steps.find((each) => metres / (each * length) <= 12) ??
    steps.at(-1) ??
    1;
  const holder = useEarlyInput({ step: String(step) }, (found) => onChoose(Number(found.step)));

  return (
    <>
      <div ref={holder} className="mb-s flex items-center gap-s font-sans text-sm">
        <label htmlFor={field}>A split every</label>
        <select
          className="input w-auto!"
          id={field}
          name="step"
          value={step}
          onChange={(event) => onChoose(Number(event.target.value))}
        >
          {steps.map((each) => (
            <option key={each} value={each}>
              {each} {unit}
            </option>
          ))}
        </select>
      </div>
      <div className="table-box">
        <table>
          <caption className="sr-only">Splits at an even pace</caption>
          <ColumnHeads names={['Distance', 'Split', 'Elapsed']} numbers />
          <tbody>
            {splitsOf(metres, seconds, step * length).map(({ distance, time, elapsed }) => (
              <tr key={distance}>
                <th scope="row">
                  {formatNumber(distance / length, site.language, 2)} {unit}
                </th>
                <td className="align-right">{toClock(time)}</td>
                <td className="align-right">{toClock(elapsed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
