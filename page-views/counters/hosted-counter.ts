/** A counter that somebody else runs. Views reach it from this server, after ours has sorted out what is not a person's. */

/** All that a hosted counter is told. */
export interface ForwardedView {
  /** Whole address of the page. */
  url: string;
  path: string;
  referrer: string;
  address: string;
  userAgent: string;
  language: string;
  /** Milliseconds. */
  at: number;
}

export interface HostedCounter {
  name: string;
  /** How many views one request may carry. */
  batchSize: number;
  toRequest(views: readonly ForwardedView[]): Request;
}

/** Which counter, as site.config.ts says it. */
export type HostedCounterSettings =
  | { service: 'plausible'; domain: string; url?: string }
  | { service: 'umami'; website: string; url?: string }
  | { service: 'goatcounter'; url: string }
  | { service: 'vercel'; url: string };
