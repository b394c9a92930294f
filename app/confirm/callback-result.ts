import { advice } from './advice.ts';

/** What became of an address that leads back to the site. */
export type CallbackResult =
  | { name: 'signed-in'; needsPassword: boolean }
  | { name: 'question'; offer: Offer }
  | { name: 'done'; message: string }
  | { name: 'failed'; message: string; advice: string };

/** A session that this browser did not ask for. It opens nothing here until the visitor says so. */
export interface Offer {
  /** The session as it stands in an address. */
  tokens: URLSearchParams;
  /** Where the link itself leads to. */
  target: string | undefined;
  /** Whose it is, in the words of the server. */
  account: string;
  /** The account that is signed in here, if one is. */
  current: string | undefined;
}

/** A link that is too old, or was used: by its reader, or by a program that looks at every link. */
export const linkRefused: CallbackResult = {
  name: 'failed',
  message: 'This link is too old, or was used already. Please ask for a new one.',
  advice: advice.link,
};
