/** The types of a page view. */

/** An incoming view. Address and user agent identify the visitor and are not stored. */
export interface IncomingView {
  /** Decoded, as in the content: `/posts/a`. */
  path: string;
  /** The full referrer of the browser; empty for a view inside the site. */
  referrer: string;
  token: string;
  /** A nonce of the browser, so that the same message counts once. A view without script has none. */
  nonce?: string;
  /** The browser states that its visits are the owner's. */
  ownersBrowser: boolean;
  /** The browser states that it is automated. */
  automated: boolean;
  /** Signed in as the owner, by the session cookie. */
  isOwner: boolean;
  address: string;
  headers: Pick<Headers, 'get'>;
}

/** Why a view is not counted. The owner reads these at /stats (labels in app/stats/describe-reason.ts). */
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

export interface CountedView {
  day: string;
  hour: number;
  /** A number that is meaningless without the salt of the day. */
  visitor: string;
  path: string;
  /** The host only; null inside the site. */
  referrer: string | null;
  device: Device;
  /** A country code, if a proxy sends one. */
  country: string | null;
  /** The key of the message, if another process may receive the same one. */
  message?: string;
}

export type ViewLog = (entry: { level: 'info' | 'warn' | 'error'; message: string }) => void;
