import type { Unit } from '../../../running/units.ts';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { PageSection } from '../../components/page-section.tsx';
import type { RunningSettings } from '../data/running-settings.ts';
import type { FoundRuns } from '../find-runs.ts';
import type { RunningQuery } from '../state/running-query.ts';
import type { ChangeQuery } from '../state/use-running-query.ts';
import { RunsTable } from '../table/runs-table.tsx';
import { EffortsPart } from './best-efforts.tsx';
import { GearPart } from './gear-totals.tsx';
import { GoalsPart, sampleGoals } from './goals.tsx';
import { NearSection } from './lazy-section.tsx';
import { ImportPart, ZonesPart } from './owner-sections.tsx';
import type { PartProps } from './section-props.ts';
import { PosterPart } from './year-poster.tsx';
import { RecordsPart } from './records.tsx';
import { SourceNotice } from './source-notice.tsx';
import { SumFigures } from './sum-figures.tsx';
import { UnitSwitch } from './unit-switch.tsx';
import { useFrames } from './use-frame-count.ts';
import { useSettings } from './use-settings.ts';
import { YearPart } from './year-overview.tsx';

export interface OverviewProps {
  runs: FoundRuns;
  query: RunningQuery;
  change: ChangeQuery;
  unit: Unit;
  onUnit(unit: Unit): void;
  today: string;
  reload(): void;
  keepSettings(changes: Partial<RunningSettings>): void;
}

export function Overview(props: OverviewProps) {
  const { runs, query, change, unit, onUnit, today, reload, keepSettings } = props;
  const { source, entries, own } = runs;
  const { settings, fault, save } = useSettings(runs, keepSettings);
  const weekStart = settings?.weekStart ?? 'monday';
  const part: PartProps = { entries, unit, today, weekStart, query, change };

  async function removeSamples() {
    if (await save({ samplesHidden: true })) reload();
  }

  const isAny = entries.length > 0;
  return (
    <>
      {isAny && <SourceNotice kind={source.kind} isSignedIn={own !== undefined} onRemove={removeSamples} />}
      <FaultNotice fault={fault} />
      {isAny && (
        <div className="axis">
          <UnitSwitch unit={unit} onUnit={onUnit} />
          <SumFigures {...part} />
        </div>
      )}
      {/* In one place whether there are runs or not: it tells how an import went that has just brought the first ones. */}
      {own && (
        <ImportPart
          client={own.client}
          unit={unit}
          onImported={reload}
          isEmpty={!isAny}
          hasRuns={isAny && source.kind === 'own'}
        />
      )}
      {isAny && <Parts {...{ part, runs, settings, reload, save }} />}
    </>
  );
}

interface PartsProps {
  part: PartProps;
  runs: FoundRuns;
  settings: RunningSettings | undefined;
  reload(): void;
  save(changes: Partial<RunningSettings>): Promise<boolean>;
}

const lastTurn = 9;

/** One after another from the top; what few scroll down to comes last. */
function Parts({ part, runs, settings, reload, save }: PartsProps) {
  const turn = useFrames(lastTurn);
  const { source, own } = runs;
  const isOwn = source.kind === 'own';
  const goals = source.kind === 'samples' ? sampleGoals : settings?.goals;
  const hasEfforts = part.entries.some(({ efforts }) => efforts.elapsed.length > 0);
  const hasGear = part.entries.some(({ gear }) => gear !== undefined);
  return (
    <>
      {turn >= 1 && <YearPart {...part} withTotals={turn >= 2} />}
      {turn >= 3 && goals && (
        <GoalsPart
          {...part}
          goals={goals}
          onGoals={isOwn ? (next) => void save({ goals: next }) : undefined}
          onWeekStart={isOwn ? (next) => void save({ weekStart: next }) : undefined}
        />
      )}
      {turn >= 4 && <RunsTable {...part} source={source} own={own} reload={reload} withTable={turn >= 5} />}
      {turn >= 6 && (
        <NearSection title="Records" entries={part.entries}>
          {(entries) => <RecordsPart {...part} entries={entries} />}
        </NearSection>
      )}
      {turn >= 7 && hasEfforts && (
        <NearSection title="Best efforts" entries={part.entries}>
          {(entries) => <EffortsPart {...part} entries={entries} />}
        </NearSection>
      )}
      {turn >= 8 && hasGear && (
        <NearSection title="Gear" entries={part.entries}>
          {(entries) => (
            <GearPart
              {...part}
              entries={entries}
              settings={settings?.gear ?? {}}
              onGear={isOwn ? (gear) => void save({ gear }) : undefined}
            />
          )}
        </NearSection>
      )}
      {turn >= lastTurn && (
        <PageSection title="Poster">
          <PosterPart {...part} source={source} />
        </PageSection>
      )}
      {turn >= lastTurn && own && isOwn && (
        <PageSection title="Privacy zones">
          <ZonesPart client={own.client} unit={part.unit} onChanged={reload} />
        </PageSection>
      )}
      {turn < lastTurn && <span hidden data-coming="" />}
    </>
  );
}
