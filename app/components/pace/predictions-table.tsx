import { paceOf, predictTime, raceDistances, toClock } from '../../../running/pace.ts';
import { metresIn, type Unit } from '../../../running/units.ts';
import { ColumnHeads } from '../column-heads.tsx';

interface PredictionsTableProps {
  metres: number;
  seconds: number;
  unit: Unit;
}

export function PredictionsTable({ metres, seconds, unit }: PredictionsTableProps) {
  return (
    <>
      <p className="mb-s">
        If {toClock(seconds)} is your best today, Peter Riegel’s formula predicts these times for other races.
        It works best for distances close to yours.
      </p>
      <div className="table-box">
        <table>
          <caption className="sr-only">Predicted race times</caption>
          <ColumnHeads names={['Race', 'Time', `Pace per ${unit === 'km' ? 'km' : 'mile'}`]} numbers />
          <tbody>
            {raceDistances.map((race) => {
              const predicted = predictTime({ metres, seconds }, race.metres);
              return (
                <tr key={race.name}>
                  <th scope="row">{race.name}</th>
                  <td className="align-right">{toClock(predicted)}</td>
                  <td className="align-right">{toClock(paceOf(race.metres, predicted, metresIn(unit)))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
