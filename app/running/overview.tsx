import { useMemo } from 'react';
import { comparePeriods } from '../../running/history/compare-periods.ts';
import { latestCount } from '../../running/shown-run.ts';
import type { Unit } from '../../running/units.ts';
import { FaultNotice } from '../components/fault-notice.tsx';
import { PageSection } from '../components/page-section.tsx';
import type { RunningSettings } from './data/running-settings.ts';
import type { FoundRuns } from './find-runs.ts';
import { BestEfforts } from './overview/best-efforts.tsx';
import { GearList } from './overview/gear-list.tsx';
import { Goals, sampleGoals } from './overview/goals.tsx';
import { LatestRuns } from './overview/latest-runs.tsx';
import { LazySection } from './overview/lazy-section.tsx';
import { ImportSection, ZonesSection } from './overview/owner-sections.tsx';
import { Records } from './overview/records.tsx';
import type { SectionProps } from './overview/section-props.ts';
import { SourceNotice } from './overview/source-notice.tsx';
import { SumFigures } from './overview/sum-figures.tsx';
import { hasTraining, TrainingLoad } from './overview/training-load.tsx';
import { UnitSwitch } from './overview/unit-switch.tsx';
import { useFrameCount } from './overview/use-frame-count.ts';
import { useSettings } from './overview/use-settings.ts';
import { YearOverview } from './overview/year-overview.tsx';
import { YearPoster } from './overview/year-poster.tsx';
import type { RunningQuery } from './state/running-query.ts';
import type { ChangeQuery } from './state/use-running-query.ts';
import { RunsTable } from './table/runs-table.tsx';

export interface OverviewProps {
  runs: FoundRuns;
  query: RunningQuery;
  change: ChangeQuery;
  unit: Unit;
  onUnit(unit: Unit): void;
  today: string;
  reload(): void;
  applySettings(changes: Partial<RunningSettings>): void;
}

export function Overview(props: OverviewProps) {
  const { runs, query, change, unit, onUnit, today, reload, applySettings } = props;
  const { source, entries, own } = runs;
  const { settings, fault, save } = useSettings(runs, applySettings);
  const weekStart = settings?.weekStart ?? 'monday';
  const periods = useMemo(() => comparePeriods(entries, today, weekStart), [entries, today, weekStart]);
  const part: SectionProps = { entries, unit, today, weekStart, query, change };

  async function removeSamples() {
    if (await save({ samplesHidden: true })) reload();
  }

  const isAny = entries.length > 0;
  return (
    <>
      {isAny && <SourceNotice kind={source.kind} isSignedIn={own !== undefined} onRemove={removeSamples} />}
      <FaultNotice fault={fault} />
      {isAny && (
        <>
          <div className="axis">
            <UnitSwitch unit={unit} onUnit={onUnit} />
            <SumFigures periods={periods} unit={unit} />
          </div>
          <LatestRuns runs={entries.slice(0, latestCount)} unit={unit} />
        </>
      )}
      {/* In one position whether there are runs or not, so that the result of an import stays when it brings the first runs. */}
      {own && (
        <ImportSection
          client={own.client}
          unit={unit}
          onImported={reload}
          isEmpty={!isAny}
          hasRuns={isAny && source.kind === 'own'}
        />
      )}
      {isAny && <Sections {...{ part, runs, settings, reload, save }} />}
    </>
  );
}

interface SectionsProps {
  part: SectionProps;
  runs: FoundRuns;
  settings: RunningSettings | undefined;
  reload(): void;
  save(changes: Partial<RunningSettings>): Promise<boolean>;
}

const lastStep = 10;

/** Renders the sections one after another from the top; those far down come last. */
function Sections({ part, runs, settings, reload, save }: SectionsProps) {
  const step = useFrameCount(lastStep);
  const { source, own } = runs;
  const isOwn = source.kind === 'own';
  const goals = source.kind === 'samples' ? sampleGoals : settings?.goals;
  const hasEfforts = part.entries.some(({ efforts }) => efforts.elapsed.length > 0);
  const hasGear = part.entries.some(({ gear }) => gear !== undefined);
  return (
    <>
      {step >= 1 && <YearOverview {...part} withTotals={step >= 2} />}
      {step >= 3 && goals && (
        <Goals
          {...part}
          goals={goals}
          onGoals={isOwn ? (next) => void save({ goals: next }) : undefined}
          onWeekStart={isOwn ? (next) => void save({ weekStart: next }) : undefined}
        />
      )}
      {step >= 4 && <RunsTable {...part} source={source} own={own} reload={reload} withTable={step >= 5} />}
      {step >= 6 && hasTraining(part.entries, part.today) && (
        <LazySection title="Training load" entries={part.entries}>
          {(entries) => <TrainingLoad {...part} entries={entries} stated={settings?.highestHeartRate} />}
        </LazySection>
      )}
      {step >= 7 && (
        <LazySection title="Records" entries={part.entries}>
          {(entries) => <Records {...part} entries={entries} />}
        </LazySection>
      )}
      {step >= 8 && hasEfforts && (
        <LazySection title="Best efforts" entries={part.entries}>
          {(entries) => <BestEfforts {...part} entries={entries} />}
        </LazySection>
      )}
      {step >= 9 && hasGear && (
        <LazySection title="Gear" entries={part.entries}>
          {(entries) => (
            <GearList
              {...part}
              entries={entries}
              settings={settings?.gear ?? {}}
              onGear={isOwn ? (gear) => void save({ gear }) : undefined}
            />
          )}
        </LazySection>
      )}
      {step >= lastStep && (
        <PageSection title="Poster">
          <YearPoster {...part} source={source} />
        </PageSection>
      )}
      {step >= lastStep && own && isOwn && (
        <PageSection title="Privacy zones">
          <ZonesSection client={own.client} runs={runs} unit={part.unit} onChanged={reload} />
        </PageSection>
      )}
      {step < lastStep && <div className="runs-coming" data-coming="" />}
    </>
  );
}
