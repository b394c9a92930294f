import { useCallback, useMemo } from 'react';
import { addDays } from '../../../running/day.ts';
import { measureTraining, type TrainingDay } from '../../../running/history/training-load.ts';
import site from '../../../site.config.ts';
import { LineChart } from '../../charts/line-chart.tsx';
import { formatNumber } from '../../format/count.ts';
import type { SectionProps } from './section-props.ts';

const shownDays = 182;

/** Without a run in the time that is shown there is nothing to draw. */
export function hasTraining(entries: readonly { day: string }[], today: string): boolean {
  const from = addDays(today, -shownDays);
  return entries.some(({ day }) => day > from && day <= today);
}

interface TrainingLoadProps extends Pick<SectionProps, 'entries' | 'today'> {
  /** The highest heart rate that the runner has set. */
  stated: number | undefined;
}

/** Fitness and fatigue over half a year, and what they are today. */
export function TrainingLoad({ entries, today, stated }: TrainingLoadProps) {
  const days = useMemo(() => {
    const highest = stated ?? entries.reduce((most, run) => Math.max(most, run.highestHeartRate ?? 0), 0);
    return measureTraining(entries, { highest, today, days: shownDays });
  }, [entries, today, stated]);
  const series = useMemo(
    () => [
      { name: 'Fitness', points: days.map(({ day, fitness }) => ({ x: day, y: fitness })) },
      { name: 'Fatigue', points: days.map(({ day, fatigue }) => ({ x: day, y: fatigue })) },
    ],
    [days],
  );
  const formatY = useCallback((y: number) => formatNumber(y, site.language, 0), []);
  const now = days.at(-1);
  if (!now) return null;
  return (
    <>
      <dl className="runs-records">
        <Figure name="Fitness" value={now.fitness} note={formatChange(days)} />
        <Figure name="Fatigue" value={now.fatigue} note={describeFatigue(now)} />
      </dl>
      <div className="runs-bests">
        <LineChart title="Fitness and fatigue" x="day" xName="Day" {...{ series, formatY }} />
      </div>
      <p className="label run-note">
        A run’s load is its minutes weighted by heart rate. Fitness is the load of a typical day over the last
        six weeks, fatigue over the last week. Runs without a heart rate count as an average run here.
      </p>
    </>
  );
}

function Figure({ name, value, note }: { name: string; value: number; note: string }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd className="runs-record">{formatNumber(value, site.language, 0)}</dd>
      <dd className="label">{note}</dd>
    </div>
  );
}

/** `4 more than four weeks ago`. */
export function formatChange(days: readonly Pick<TrainingDay, 'fitness'>[]): string {
  const [now = 0, before = 0] = [days.at(-1), days.at(-29)].map((day) => Math.round(day?.fitness ?? 0));
  if (now === before) return 'as much as four weeks ago';
  const difference = formatNumber(Math.abs(now - before), site.language, 0);
  return `${difference} ${now > before ? 'more' : 'less'} than four weeks ago`;
}

/** Of what the last weeks have made usual, how much the last one was. */
export function describeFatigue({ fitness, fatigue }: Pick<TrainingDay, 'fitness' | 'fatigue'>): string {
  if (fitness < 1) return 'hardly any training yet';
  const ratio = fatigue / fitness;
  if (ratio > 1.5) return 'much more than usual';
  if (ratio > 1.15) return 'more than usual';
  return ratio < 0.8 ? 'less than usual: rested' : 'as usual';
}
