/** What the load has sent, what was acknowledged, and which answers were wrong. Times are milliseconds of `performance.now()`. */
export interface Answer {
  kind: string;
  sentAt: number;
  at: number;
  /** 0 stands for a connection that was lost, and for no answer in time. */
  status: number;
}

/** What must exist in the end: a row of a table, an account, a file. */
export type Kept = 'auth.users' | 'public.load_notes' | 'public.load_news' | 'storage.objects';

export interface Ledger {
  answers: Answer[];
  acknowledged: Record<Kept, Map<string, number>>;
  /** Successful answers with other content than what was acknowledged. */
  wrong: string[];
  /** Broadcasts that were accepted, by id. */
  broadcasts: Map<string, number>;
  /** Who was promised a mail. */
  mailed: Map<string, number>;
  /** Page views that were answered with 204, and those that were sent, each once. */
  views: { answered: number; sent: number };
}

export function createLedger(): Ledger {
  return {
    answers: [],
    acknowledged: {
      'auth.users': new Map(),
      'public.load_notes': new Map(),
      'public.load_news': new Map(),
      'storage.objects': new Map(),
    },
    wrong: [],
    broadcasts: new Map(),
    mailed: new Map(),
    views: { answered: 0, sent: 0 },
  };
}

export interface Gap {
  /** The longest time without an answer that acknowledged a write, all clients together. */
  ms: number;
  /** Times of the acknowledgments. */
  count: number;
}

/** The longest time between two acknowledged writes of a kind, from a moment to another. */
export function findLongestGap(answers: readonly Answer[], kind: string, from: number, to: number): Gap {
  const times = answers
    .filter((one) => one.kind === kind && one.status >= 200 && one.status < 300)
    .filter(({ at }) => at >= from && at <= to)
    .map(({ at }) => at)
    .sort((one, other) => one - other);
  const all = [from, ...times, to];
  const gaps = all.slice(1).map((at, index) => at - (all[index] ?? at));
  return { ms: Math.max(0, ...gaps), count: times.length };
}

/** How often each status came in a time, without those of success: `503: 12, lost: 3`. */
export function describeFailures(answers: readonly Answer[], from: number, to: number): string {
  const counts = new Map<string, number>();
  for (const { status, at } of answers) {
    if (at < from || at > to || (status >= 200 && status < 300)) continue;
    const name = status === 0 ? 'lost' : String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) return 'none';
  return [...counts]
    .sort()
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
}
