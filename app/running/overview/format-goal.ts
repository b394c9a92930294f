import type { Goal, GoalProgress } from '../../../running/history/totals.ts';
import { metresIn, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { formatCount, formatNumber } from '../../format/count.ts';
import { hoursInWords, runsInWords, sumInWords } from './format.ts';

/** `35 km a week`. */
export function goalInWords({ period, of, target }: Goal, unit: Unit): string {
  return `${amountInWords(of, target, unit)} a ${period}`;
}

export function amountInWords(of: Goal['of'], amount: number, unit: Unit): string {
  if (of === 'moving') return hoursInWords(amount);
  if (of === 'runs') return runsInWords(Math.round(amount));
  const value = amount / metresIn(unit);
  return Math.abs(value - Math.round(value)) < 1e-6
    ? `${formatNumber(Math.round(value), site.language)} ${unit}`
    : sumInWords(amount, unit);
}

/** Where one stands against an even pace, and what is left to do. */
export function standInWords(progress: GoalProgress, unit: Unit): string {
  const { of, target, done, expected, perDay, period } = progress;
  if (done >= target)
    return `Reached${done > target ? `, with ${amountInWords(of, done - target, unit)} to spare` : ''}.`;
  const ahead = done - expected;
  // A twentieth of the goal to either side is as good as on time.
  const stand =
    Math.abs(ahead) < target / 20
      ? 'On time'
      : `${amountInWords(of, Math.abs(ahead), unit)} ${ahead > 0 ? 'ahead of' : 'behind'} an even pace`;
  const days = Math.round((target - done) / perDay);
  const left = `${amountInWords(of, target - done, unit)} to go`;
  const time = formatCount(days, 'day', 'days', site.language);
  const rest =
    period === 'week' || of === 'runs'
      ? `in ${time}`
      : `in ${time}, ${amountInWords(of, perDay * 7, unit)} a week`;
  return `${stand}: ${left} ${rest}.`;
}
