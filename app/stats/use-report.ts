import { useCallback, useEffect, useState } from 'react';
import site from '../../site.config.ts';
import { type Range, type ReportQuery, timeIn, toReportQuery } from './ranges.ts';
import { type ReportFault, readLiveVisitors, readReport } from './read-report.ts';
import type { ViewsReport } from './report.ts';

const shownRows = 10;
const liveEveryMs = 15_000;

/** A report with its query. */
export interface AnsweredReport {
  range: Range;
  question: ReportQuery;
  report: ViewsReport;
}

export interface ReportState {
  /** The last report; it stays on screen while another range is loading. */
  answered: AnsweredReport | undefined;
  fault: ReportFault | undefined;
  pending: boolean;
  again(): void;
}

export function useReport(range: Range): ReportState {
  const [answer, setAnswer] = useState<{
    range: Range;
    question: ReportQuery;
    given: ViewsReport | ReportFault;
  }>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again.
  useEffect(() => {
    let current = true;
    const question = toReportQuery(range, timeIn(site.pageViews.timeZone).day);
    readReport(question, shownRows).then((given) => current && setAnswer({ range, question, given }));
    return () => {
      current = false;
    };
  }, [range, round]);
  const given = answer?.given;
  return {
    answered: answer && typeof given === 'object' ? { ...answer, report: given } : undefined,
    fault: typeof given === 'string' ? given : undefined,
    pending: answer?.range !== range,
    again: useCallback(() => {
      setAnswer(undefined);
      setRound((count) => count + 1);
    }, []),
  };
}

/** Visitors in the last five minutes, polled while the page is open. */
export function useLive(): number | undefined {
  const [live, setLive] = useState<number>();
  useEffect(() => {
    let current = true;
    const ask = () => {
      if (document.visibilityState === 'visible')
        readLiveVisitors().then((count) => current && setLive(count));
    };
    ask();
    const timer = setInterval(ask, liveEveryMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      current = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  return live;
}
