import { kilometre, mile, paceOf, toClock } from '../../../running/pace.ts';
import site from '../../../site.config.ts';
import { formatNumber } from '../../format/count.ts';

/** The run in large figures, in kilometres and miles. */
export function PaceFigures({ metres, seconds }: { metres: number; seconds: number }) {
  const speed = (metres / seconds) * 3.6;
  const figures = [
    { name: 'per kilometre', value: toClock(paceOf(metres, seconds, kilometre)) },
    { name: 'per mile', value: toClock(paceOf(metres, seconds, mile)) },
    { name: 'km/h', value: formatNumber(speed, site.language, 1) },
  ];
  return (
    <dl className="mt-l flex flex-wrap gap-x-xl gap-y-s" aria-live="polite">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="label">{name}</dt>
          <dd className="figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
