import { useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from '../../runtime/use-latest.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { toMessage } from '../data/running-fault.ts';
import { type ImportResult, runImport } from '../import/run-import.ts';
import { type ImportPlan, startImport } from '../import/start-import.ts';
import { lastImport, undoImport } from '../import/undo-import.ts';
import type { CollectedFiles } from './collect-files.ts';

export interface StepProgress {
  done: number;
  total: number;
  /** The current step. */
  label: string;
  /** The number of runs found so far, while reading. */
  found?: number | undefined;
}

export type ImportPhase =
  | { at: 'start'; note?: string }
  | { at: 'reading'; progress: StepProgress }
  | { at: 'preview'; plan: ImportPlan; leftOut: number }
  | { at: 'importing'; progress: StepProgress }
  | { at: 'done'; result: ImportResult; stopped: boolean }
  | { at: 'undoing' };

export type LastImport = NonNullable<Awaited<ReturnType<typeof lastImport>>>;

/** The state of an import from the choice of files to its end, one at a time. */
export function useImport(client: SiteClient, onImported: () => void) {
  const [phase, setPhase] = useState<ImportPhase>({ at: 'start' });
  const [fault, setFault] = useState<string>();
  const [last, readLastImport] = useLastImport(client);
  const running = useRef<AbortController>(undefined);
  const open = useRef<ImportPlan>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
      open.current?.close();
    },
    [],
  );

  useAskBeforeLeaving(phase.at === 'importing');

  const fail = (error: unknown) => {
    setPhase({ at: 'start' });
    setFault(toMessage(error));
  };

  async function read({ files, leftOut }: CollectedFiles) {
    setFault(undefined);
    if (files.length === 0) {
      if (leftOut > 0) setFault('This folder has no GPX, TCX, FIT or zip files.');
      return;
    }
    const stop = new AbortController();
    running.current = stop;
    const total = files.reduce((sum, { size }) => sum + size, 0);
    setPhase({ at: 'reading', progress: { done: 0, total, label: '', found: 0 } });
    try {
      const plan = await startImport(client, files, {
        signal: stop.signal,
        onProgress: ({ path, ...counts }) =>
          !stop.signal.aborted && setPhase({ at: 'reading', progress: { ...counts, label: path } }),
      });
      if (stop.signal.aborted) return plan.close();
      open.current = plan;
      setPhase({ at: 'preview', plan, leftOut });
    } catch (error) {
      if (!stop.signal.aborted) fail(error);
    }
  }

  /** Stores the runs of a plan. */
  async function carry(plan: ImportPlan) {
    const stop = new AbortController();
    running.current = stop;
    setPhase({ at: 'importing', progress: { done: 0, total: plan.runs.length, label: phases.runs } });
    try {
      const result = await runImport(client, plan, {
        signal: stop.signal,
        onProgress: ({ phase: step, ...counts }) =>
          setPhase({ at: 'importing', progress: { ...counts, label: phases[step] } }),
      });
      // When aborted, it returns what was stored until then.
      setPhase({ at: 'done', result, stopped: stop.signal.aborted });
    } catch (error) {
      fail(error);
    }
    open.current = undefined;
    readLastImport();
    onImported();
  }

  async function undo(id: string) {
    setFault(undefined);
    const before = phase;
    setPhase({ at: 'undoing' });
    try {
      await undoImport(client, id);
      setPhase({ at: 'start', note: 'Import undone.' });
    } catch (error) {
      setPhase(before);
      setFault(toMessage(error));
    }
    readLastImport();
    onImported();
  }

  /** Stops reading at once. Saving is aborted, and its result says how far it came. */
  function stop() {
    running.current?.abort();
    if (phase.at === 'reading') setPhase({ at: 'start', note: 'Stopped. Nothing was imported.' });
  }

  function dismiss() {
    open.current?.close();
    open.current = undefined;
    setFault(undefined);
    setPhase({ at: 'start' });
  }

  return { phase, fault, last, read, carry, undo, dismiss, stop };
}

/** Leaving the page ends the import, so the browser asks first. */
function useAskBeforeLeaving(isSaving: boolean): void {
  useEffect(() => {
    if (!isSaving) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSaving]);
}

/** The import that can be undone, and a function that reads it again. */
function useLastImport(client: SiteClient): [LastImport | undefined, () => void] {
  const [last, setLast] = useState<LastImport>();
  const begin = useLatest();
  const read = useCallback(() => {
    const isLatest = begin();
    lastImport(client).then(
      (found) => isLatest() && setLast(found),
      () => isLatest() && setLast(undefined),
    );
  }, [client, begin]);
  useEffect(read, [read]);
  return [last, read];
}

const phases = { runs: 'Saving the runs', files: 'Uploading the original files' } as const;
