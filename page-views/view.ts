/** What is said about one page view on its way through this room. */

/** A view as it came in. Address and user agent are used to tell visitors apart, and are not kept. */
export interface IncomingView {
  /** In plain letters, as the content has it: `/posts/a`. */
  path: string;
  /** Whole, as the browser said it; empty for a view inside the site. */
  referrer: string;
  token: string;
  /** Made by the browser for this view, so that the same message counts once. A view counted without script has none. */
  nonce?: string;
  /** The browser's own word that its visits are the owner's. */
  ownersBrowser: boolean;
  /** The browser's own word that a program steers it. */
  automated: boolean;
  /** By the session's cookie. */
  isOwner: boolean;
  address: string;
  headers: Pick<Headers, 'get'>;
}

/** Why a view is not counted. The owner reads these at /stats (app/stats/describe-reason.ts has the words). */
export const discardReasons = [
  'too-large',
  'malformed',
  'foreign-origin',
  'unknown-path',
  'missing-token',
  'forged-token',
  'stale-token',
  'prefetch',
  'bot',
  'headless',
  'owner',
  'ignored-address',
  'do-not-track',
  'replayed',
  'too-many',
  'crowded-address',
] as const;
export type DiscardReason = (typeof discardReasons)[number];

export type Device = 'computer' | 'phone' | 'tablet';

/** What is kept of it. */
export interface CountedView {
  day: string;
  hour: number;
  /** A number that means something only with the salt of the day. */
  visitor: string;
  path: string;
  /** The host alone; null inside the site. */
  referrer: string | null;
  device: Device;
  /** Two letters, where a proxy says so. */
  country: string | null;
  /** The number of the browser's message, where another process may get the same one. */
  message?: number;
}

export type ViewLog = (entry: { level: 'info' | 'warn' | 'error'; message: string }) => void;
