import type { Goal, GoalProgress } from '../../../running/history/totals.ts';
import { formatDistance, metresIn, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { formatCount, formatNumber } from '../../format/count.ts';
import { formatHours, formatRunCount } from './format.ts';

/** `35 km a week`. */
export function formatGoal({ period, of, target }: Goal, unit: Unit): string {
  return `${formatAmount(of, target, unit)} a ${period}`;
}

export function formatAmount(of: Goal['of'], amount: number, unit: Unit): string {
  if (of === 'moving') return formatHours(amount);
  if (of === 'runs') return formatRunCount(Math.round(amount));
  const value = amount / metresIn(unit);
  return Math.abs(value - Math.round(value)) < 1e-6
    ? `${formatNumber(Math.round(value), site.language)} ${unit}`
    : formatDistance(amount, unit);
}

/** The progress against an even pace, and what is left. */
export function formatProgress(progress: GoalProgress, unit: Unit): string {
  const { of, target, done, perDay, period } = progress;
  if (done >= target)
    return `Reached${done > target ? `, with ${formatAmount(of, done - target, unit)} to spare` : ''}.`;
  const pace = comparePace(progress, unit);
  const days = Math.round((target - done) / perDay);
  const left = `${formatAmount(of, target - done, unit)} to go`;
  const time = formatCount(days, 'day', 'days', site.language);
  const rest =
    period === 'week' || of === 'runs'
      ? `in ${time}`
      : `in ${time}, ${formatAmount(of, perDay * 7, unit)} a week`;
  return `${pace}: ${left} ${rest}.`;
}

/** Ahead of what would be reached by tonight, or behind what would have been by last night: the day is not over yet. */
function comparePace({ of, target, done, expected, due, period }: GoalProgress, unit: Unit): string {
  if (due === 0 && done === 0) return `A new ${period}`;
  // Within a twentieth of the goal counts as on time.
  if (done - expected >= target / 20)
    return `${formatAmount(of, done - expected, unit)} ahead of an even pace`;
  if (due - done >= target / 20) return `${formatAmount(of, due - done, unit)} behind an even pace`;
  return 'On track';
}
