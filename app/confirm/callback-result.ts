import { advice } from './advice.ts';

/** The result of handling an address that leads back to the site. */
export type CallbackResult =
  | { name: 'signed-in'; needsPassword: boolean }
  | { name: 'question'; offer: Offer }
  | { name: 'done'; message: string }
  | { name: 'failed'; message: string; advice: string };

/** A session that this browser did not request. It is not used until the visitor agrees. */
export interface Offer {
  /** The session in the form that an address has. */
  tokens: URLSearchParams;
  /** The redirect target of the link itself. */
  target: string | undefined;
  /** The account of the session, as the server names it. */
  account: string;
  /** The account that is signed in in this browser, if there is one. */
  current: string | undefined;
}

/** The link is expired or was used: by the user, or by a mail scanner that opens every link. */
export const linkRefused: CallbackResult = {
  name: 'failed',
  message: 'This link has expired or was already used. Please request a new one.',
  advice: advice.link,
};
