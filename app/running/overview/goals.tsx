import { type FormEvent, useState } from 'react';
import type { Period, WeekStart } from '../../../running/day.ts';
import { type Goal, type GoalProgress, measureGoal } from '../../../running/history/totals.ts';
import { metresIn, type Unit } from '../../../running/units.ts';
import { PageSection } from '../../components/page-section.tsx';
import { formatAmount, formatGoal, formatProgress } from './format-goal.ts';
import type { SectionProps } from './section-props.ts';

/** Example goals for the page with sample runs. */
export const sampleGoals: readonly Goal[] = [
  { period: 'week', of: 'metres', target: 35_000 },
  { period: 'year', of: 'metres', target: 1_500_000 },
];

interface GoalsProps extends SectionProps {
  goals: readonly Goal[];
  /** Undefined where goals are read-only. */
  onGoals: ((goals: Goal[]) => void) | undefined;
  onWeekStart: ((start: WeekStart) => void) | undefined;
}

export function Goals(props: GoalsProps) {
  const { goals, onGoals, onWeekStart, entries, today, weekStart, unit } = props;
  const [edited, setEdited] = useState<number>();
  const put = (index: number, goal: Goal) => {
    onGoals?.(goals.toSpliced(index, 1, goal));
    setEdited(undefined);
  };
  return (
    <PageSection title="Goals">
      {goals.length === 0 && (
        <p className="label">
          No goal yet. Set a distance, a time or a number of runs for each week, month or year.
        </p>
      )}
      <ul className="runs-goals">
        {goals.map((goal, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two goals may be the same, and they have no id.
          <li key={index}>
            {edited === index ? (
              <GoalForm
                {...{ goal, unit }}
                onGoal={(next) => put(index, next)}
                onCancel={() => setEdited(undefined)}
              />
            ) : (
              <>
                <GoalBar progress={measureGoal(goal, entries, today, weekStart)} unit={unit} />
                {onGoals && (
                  <p className="runs-goal-doors">
                    <button type="button" className="text-button" onClick={() => setEdited(index)}>
                      Change<span className="sr-only"> “{formatGoal(goal, unit)}”</span>
                    </button>
                    <button
                      type="button"
                      className="text-button"
                      onClick={() => onGoals(goals.toSpliced(index, 1))}
                    >
                      Remove<span className="sr-only"> “{formatGoal(goal, unit)}”</span>
                    </button>
                  </p>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {onGoals && edited === goals.length && (
        <GoalForm
          unit={unit}
          onGoal={(goal) => put(goals.length, goal)}
          onCancel={() => setEdited(undefined)}
        />
      )}
      {onGoals && (
        <p className="runs-goal-doors">
          {edited === undefined && goals.length < maxGoals && (
            <button type="button" className="choice" onClick={() => setEdited(goals.length)}>
              Set a goal
            </button>
          )}
          {onWeekStart && (
            <label className="runs-select">
              Weeks start on{' '}
              <select
                value={weekStart}
                onChange={({ target }) => onWeekStart(target.value === 'sunday' ? 'sunday' : 'monday')}
              >
                <option value="monday">Monday</option>
                <option value="sunday">Sunday</option>
              </select>
            </label>
          )}
        </p>
      )}
    </PageSection>
  );
}

const maxGoals = 12;

/** A progress bar from zero to the goal, with a mark where an even pace would be by tonight. */
function GoalBar({ progress, unit }: { progress: GoalProgress; unit: Unit }) {
  const { done, target, expected } = progress;
  const share = Math.min(1, done / target);
  // Keeps the mark inside the bar on the last day.
  const mark = Math.min(99.5, (expected / target) * 100);
  return (
    <div className="runs-goal">
      <p>
        <strong>{formatGoal(progress, unit)}</strong>
        <span>
          {formatAmount(progress.of, done, unit)}{' '}
          <span className="label">of {formatAmount(progress.of, target, unit)}</span>
        </span>
      </p>
      <svg className="runs-goal-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="runs-goal-way" width="100" height="4" />
        <rect className="runs-goal-done" width={share * 100} height="4" />
        <line className="runs-goal-mark" x1={mark} x2={mark} y1="0" y2="4" />
      </svg>
      <p className="label">{formatProgress(progress, unit)}</p>
    </div>
  );
}

interface GoalFormProps {
  goal?: Goal;
  unit: Unit;
  onGoal(goal: Goal): void;
  onCancel(): void;
}

/** In display units: kilometers or miles, hours, runs. */
function GoalForm({ goal, unit, onGoal, onCancel }: GoalFormProps) {
  const [of, setOf] = useState<Goal['of']>(goal?.of ?? 'metres');
  const scale = of === 'metres' ? metresIn(unit) : of === 'moving' ? 3600 : 1;
  const first = goal && goal.of === of ? String(Number((goal.target / scale).toFixed(2))) : '';

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const period = periods.find(({ name }) => name === fields.get('period'))?.name ?? 'week';
    const target = Number(fields.get('target')) * scale;
    if (target > 0) onGoal({ period, of, target });
  }

  return (
    <form className="runs-goal-form" method="post" onSubmit={submit}>
      <label>
        <span className="label">Goal</span>
        <input
          key={of}
          className="input"
          name="target"
          type="number"
          required
          min={of === 'runs' ? 1 : 0.1}
          max={100_000}
          step={of === 'runs' ? 1 : 0.1}
          defaultValue={first}
          inputMode="decimal"
        />
      </label>
      <label>
        <span className="label">of</span>
        <select
          className="input"
          value={of}
          onChange={({ target }) => setOf(kinds.find((kind) => kind === target.value) ?? 'metres')}
        >
          <option value="metres">{unit === 'km' ? 'kilometers' : 'miles'}</option>
          <option value="moving">hours</option>
          <option value="runs">runs</option>
        </select>
      </label>
      <label>
        <span className="label">each</span>
        <select className="input" name="period" defaultValue={goal?.period ?? 'week'}>
          {periods.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <div className="runs-goal-doors">
        <button type="submit" className="button">
          Save
        </button>
        <button type="button" className="text-button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

const kinds: readonly Goal['of'][] = ['metres', 'moving', 'runs'];
const periods: readonly { name: Period }[] = [{ name: 'week' }, { name: 'month' }, { name: 'year' }];
