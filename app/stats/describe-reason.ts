/** Why a view was not counted. The names are those of page-views/view.ts. */
const descriptions: Record<string, string> = {
  bot: 'A bot, by its name',
  headless: 'A browser that a program steers',
  prefetch: 'Fetched ahead and not shown',
  owner: 'You',
  'ignored-address': 'An address you leave out',
  'do-not-track': 'Asked not to be counted',
  'foreign-origin': 'Sent by another site',
  'unknown-path': 'A page that does not exist',
  'missing-token': 'Without the page’s token',
  'forged-token': 'With a made-up token',
  'stale-token': 'From a page older than two days',
  replayed: 'The same message again',
  'too-many': 'More than a person can look at',
  'crowded-address': 'More visitors or views than one address has',
  malformed: 'Not a page view at all',
  'too-large': 'Too large',
};

export function describeReason(reason: string): string {
  return descriptions[reason] ?? reason;
}
