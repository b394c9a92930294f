/** A third-party counter. This server sends it views, without those that are discarded. */

/** The data that a hosted counter receives. */
export interface ForwardedView {
  /** The full URL of the page. */
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
  /** The maximum number of views per request. */
  batchSize: number;
  toRequest(views: readonly ForwardedView[]): Request;
}

/** The counter of site.config.ts. */
export type HostedCounterSettings =
  | { service: 'plausible'; domain: string; url?: string }
  | { service: 'umami'; website: string; url?: string }
  | { service: 'goatcounter'; url: string }
  | { service: 'vercel'; url: string };
