import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toClock } from '../../../running/pace.ts';
import type { Lap, Run } from '../../../running/run.ts';
import type { ShownRun } from '../../../running/shown-run.ts';
import { formatDistance, formatPace, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { PageSection } from '../../components/page-section.tsx';
import type { OpenedRun, RunEntry, RunSource } from '../run-source.ts';
import { describeSource, nameOf, nameOfEffort } from './format-run.ts';
import { findHighestHeartRate, HeartRateZones } from './heart-rate-zones.tsx';
import { DeletedRun } from './own/deleted-run.tsx';
import { OwnerSections } from './own/owner-sections.tsx';
import { useHighestHeartRate } from './own/use-highest-heart-rate.ts';
import { toFigures } from './run-figures.ts';
import { NoTrack, RunGraphs } from './run-graphs.tsx';
import { RunHead } from './run-head.tsx';
import { NeighbourRuns } from './run-neighbours.tsx';
import { RunPreview } from './run-preview.tsx';
import { RunProblem } from './run-states.tsx';
import { ShareLink } from './share-link.tsx';
import { useOpenedRun } from './use-opened-run.ts';

interface RunViewProps {
  source: RunSource;
  id: string;
  /** What the server knows of it. */
  shown: ShownRun | undefined;
  unit: Unit;
  /** The list, if it is loaded; newest first. */
  entries?: readonly RunEntry[] | undefined;
  /** Called when the run was changed, so that lists are read again. */
  onChanged(): void;
}

/** One run with all its data. */
export function RunView({ source, id, shown, unit, entries: given, onChanged }: RunViewProps) {
  const { opening, again } = useOpenedRun(source, id);
  const [query] = useSearchParams();
  const entries = useEntries(source, given);
  const title = opening.status === 'open' ? nameOf(opening.opened.entry) : undefined;
  useTitle(id, title);
  const [deleted, setDeleted] = useState<string>();
  if (deleted === id)
    return (
      <article className="axis run-view">
        <DeletedRun
          id={id}
          onRestored={() => {
            setDeleted(undefined);
            again();
          }}
          onLeft={onChanged}
        />
      </article>
    );
  if (opening.status === 'loading') return <RunPreview shown={shown} unit={unit} />;
  return (
    <article className="axis run-view">
      {opening.status === 'open' && (
        <OpenRun
          key={id}
          opened={opening.opened}
          unit={unit}
          entries={entries}
          kind={source.kind}
          onChanged={() => {
            again();
            onChanged();
          }}
          onDeleted={() => setDeleted(id)}
        />
      )}
      {opening.status !== 'open' && <RunProblem status={opening.status} again={again} />}
      <NeighbourRuns entries={entries ?? []} id={id} query={query} />
    </article>
  );
}

interface OpenRunProps {
  opened: OpenedRun;
  kind: RunSource['kind'];
  unit: Unit;
  /** Undefined until they are loaded. */
  entries: readonly RunEntry[] | undefined;
  onChanged(): void;
  onDeleted(): void;
}

function OpenRun({ opened, kind, unit, entries, onChanged, onDeleted }: OpenRunProps) {
  const { entry, run, analysis } = opened;
  const isOwn = kind === 'own';
  const { isKnown, stated, state } = useHighestHeartRate(isOwn);
  const canTell = isKnown && (stated !== undefined || entries !== undefined);
  const highest = canTell ? findHighestHeartRate(opened, entries ?? [], stated) : undefined;
  const figures = useMemo(
    () =>
      toFigures(
        // As in the lists: what was stored when the run was imported.
        {
          ...analysis.totals,
          metres: entry.metres,
          elapsed: entry.elapsed,
          moving: entry.moving,
          gain: entry.gain,
        },
        unit,
      ),
    [analysis, entry, unit],
  );
  return (
    <>
      <RunHead entry={entry} isSample={kind === 'samples'} notes={run.notes} figures={figures} />
      {run.track.time.length > 0 ? <RunGraphs opened={opened} unit={unit} /> : <NoTrack />}
      {analysis.totals.highestHeartRate !== undefined && (
        <HeartRateZones run={run} highest={highest} stated={stated} onStated={isOwn ? state : undefined} />
      )}
      <RunEfforts efforts={entry.efforts} unit={unit} />
      <RunLaps laps={run.laps} unit={unit} />
      <RunDetails run={run} gear={entry.gear} isSample={kind === 'samples'} />
      {isOwn && (
        <OwnerSections
          opened={opened}
          unit={unit}
          entries={entries ?? []}
          onChanged={onChanged}
          onDeleted={onDeleted}
        />
      )}
      {kind === 'public' && <ShareLink id={entry.id} />}
    </>
  );
}

/** The other runs, which are optional: after an error there are none. Undefined until they are loaded. */
function useEntries(
  source: RunSource,
  given: readonly RunEntry[] | undefined,
): readonly RunEntry[] | undefined {
  const [found, setFound] = useState<readonly RunEntry[]>();
  const isGiven = given !== undefined;
  useEffect(() => {
    if (isGiven) return;
    const request = new AbortController();
    source.list(request.signal).then(
      (entries) => !request.signal.aborted && setFound(entries),
      () => !request.signal.aborted && setFound([]),
    );
    return () => request.abort();
  }, [source, isGiven]);
  return given ?? found;
}

/** The title of the tab. That of the page itself, which previews show, does not have the name: users choose it. */
function useTitle(id: string, name: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next run may have the same name, and the router has set its title.
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${site.title}`;
  }, [id, name]);
}

interface RunDetailsProps {
  run: Run;
  gear: string | undefined;
  isSample: boolean;
}

/** Gear, device and source of the recording. */
function RunDetails({ run, gear, isSample }: RunDetailsProps) {
  const facts: [name: string, value: ReactNode][] = [];
  if (gear) facts.push(['Gear', <bdi key="gear">{gear}</bdi>]);
  if (run.device) facts.push(['Device', <bdi key="device">{run.device}</bdi>]);
  if (!isSample) facts.push(['Source', describeSource(run.source)]);
  if (facts.length === 0) return null;
  return (
    <PageSection title="Details">
      <dl className="run-details">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}

/** The fastest stretch of each standard distance within this run. */
function RunEfforts({ efforts, unit }: { efforts: RunEntry['efforts']; unit: Unit }) {
  if (efforts.elapsed.length === 0) return null;
  const moving = new Map(efforts.moving.map(({ metres, seconds }) => [metres, seconds]));
  const hasPauses = efforts.elapsed.some(({ metres, seconds }) => (moving.get(metres) ?? seconds) < seconds);
  return (
    <PageSection title="Best efforts">
      <table className="run-table">
        <caption className="sr-only">The fastest stretches of this run</caption>
        <thead>
          <tr>
            <th scope="col">Distance</th>
            <th scope="col">Time</th>
            {hasPauses && <th scope="col">Moving</th>}
            <th scope="col">Pace</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {efforts.elapsed.map(({ metres, seconds, start }) => (
            <tr key={metres}>
              <th scope="row">{nameOfEffort(metres)}</th>
              <td>{toClock(seconds)}</td>
              {hasPauses && <td>{toClock(moving.get(metres) ?? seconds)}</td>}
              <td>{formatPace(seconds / metres, unit)}</td>
              <td className="label">{toClock(start)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  );
}

/** Laps of the watch. A single one is the whole run, and is not shown. */
function RunLaps({ laps, unit }: { laps: readonly Lap[]; unit: Unit }) {
  if (laps.length < 2) return null;
  return (
    <PageSection title="Laps">
      <table className="run-table">
        <caption className="sr-only">Laps</caption>
        <thead>
          <tr>
            <th scope="col">Lap</th>
            <th scope="col">Distance</th>
            <th scope="col">Time</th>
            <th scope="col">Pace</th>
          </tr>
        </thead>
        <tbody>
          {laps.map(({ start, time, metres }, index) => (
            <tr key={start}>
              <th scope="row">{index + 1}</th>
              <td>{metres ? formatDistance(metres, unit) : '–'}</td>
              <td>{toClock(time)}</td>
              <td>{formatPace(metres ? time / metres : undefined, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  );
}
