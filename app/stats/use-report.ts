import { useCallback, useEffect, useRef, useState } from 'react';
import site from '../../site.config.ts';
import { type RepeatedRead, readWhenTold } from '../live/read-when-told.ts';
import { addressOf, type Range, type ReportQuery, type StatsState, timeIn, toReportQuery } from './ranges.ts';
import { type ReportFault, readReport } from './read-report.ts';
import type { ViewsReport } from './report.ts';

const shownRows = 10;
/** A message of the database stands for all views of the second after it. */
export const pace = { waitMs: 1100, pauseMs: 3000 };

/** A report with its query. */
export interface AnsweredReport {
  /** Differs for another range or other filters. */
  key: string;
  range: Range;
  question: ReportQuery;
  report: ViewsReport;
}

export interface ReportState {
  /** The last report; it stays on screen while another is loading. */
  answered: AnsweredReport | undefined;
  fault: ReportFault | undefined;
  pending: boolean;
  /** After a fault: reads as if for the first time. */
  again(): void;
  /** Views came: the figures are replaced when the new ones are there. */
  refresh(): void;
}

interface Answer extends Omit<AnsweredReport, 'report'> {
  given: ViewsReport | ReportFault;
}

export function useReport({ range, filters }: StatsState): ReportState {
  const key = addressOf({ range, filters, compare: true });
  const [answer, setAnswer] = useState<Answer>();
  const [round, setRound] = useState(0);
  const reader = useRef<RepeatedRead>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for range and filters, and another round asks the same again.
  useEffect(() => {
    let current = true;
    async function read(): Promise<void> {
      const question = toReportQuery({ range, filters }, timeIn(site.pageViews.timeZone).day);
      const given = await readReport(question, shownRows);
      if (current)
        setAnswer((shown) => (keepsFigures(shown, key, given) ? shown : { key, range, question, given }));
    }
    const reading = readWhenTold(read, pace);
    reader.current = reading;
    reading.begin();
    return () => {
      current = false;
      reading.stop();
    };
  }, [key, round]);
  const given = answer?.given;
  return {
    answered: answer && typeof given === 'object' ? { ...answer, report: given } : undefined,
    fault: typeof given === 'string' ? given : undefined,
    pending: answer?.key !== key,
    again: useCallback(() => {
      setAnswer(undefined);
      setRound((count) => count + 1);
    }, []),
    refresh: useCallback(() => reader.current?.again(), []),
  };
}

/** These figures stay when they cannot be read again for a while. */
function keepsFigures(shown: Answer | undefined, key: string, given: Answer['given']): boolean {
  return given === 'unreachable' && shown?.key === key && typeof shown.given === 'object';
}
