/** Why a view was not counted. The names are those of page-views/view.ts. */
const descriptions: Record<string, string> = {
  bot: 'A bot, by its user agent',
  headless: 'A browser controlled by a program',
  prefetch: 'Preloaded but not shown',
  owner: 'You',
  'ignored-address': 'An address you exclude',
  'do-not-track': 'Asked not to be counted',
  'foreign-origin': 'Sent by another site',
  'unknown-path': 'A page that does not exist',
  'missing-token': 'Without the page’s token',
  'forged-token': 'With a made-up token',
  'stale-token': 'From a page older than two days',
  replayed: 'A repeated message',
  'too-many': 'More than a person can view',
  'crowded-address': 'Too many visitors or views from one address',
  malformed: 'Not a page view at all',
  'too-large': 'Too large',
};

export function describeReason(reason: string): string {
  return descriptions[reason] ?? reason;
}
