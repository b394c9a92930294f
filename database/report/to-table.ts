import type { ServerFacts } from './read-server.ts';

/** One row: what there is or what is missing, and for each missing thing a line with the statement that adds it. */
export interface ReportRow {
  name: string;
  isThere: boolean;
  lines: string[];
}

export interface Route {
  isPooled: boolean;
  hasDirectUrl: boolean;
  canListen: boolean;
}

/** Slots and senders of one process of ours, and as many for another. */
const wantedSlots = 2;

export function toRows(facts: ServerFacts, route: Route, roles: string[]): ReportRow[] {
  return [
    { name: 'roles', isThere: true, lines: [`requests sign in as ${roles.join(', ')}`] },
    toPooler(route),
    {
      name: 'LISTEN',
      isThere: route.canListen,
      lines: route.canListen
        ? []
        : ['the pooler swallows notifications: set DIRECT_URL to the server behind it'],
    },
    toReplication(facts, route),
    toExtensions(facts),
  ];
}

/** Aligned, one row below the other. */
export function toTable(title: string, rows: readonly ReportRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.flatMap(({ name, isThere, lines: [first = '', ...others] }) => [
    `  ${name.padEnd(width)}  ${isThere ? 'yes' : 'no '}  ${first}`.trimEnd(),
    ...others.map((line) => `  ${' '.repeat(width)}       ${line}`),
  ]);
  return [title, ...lines].join('\n');
}

function toPooler({ isPooled, hasDirectUrl }: Route): ReportRow {
  const direct = 'migrations, LISTEN and replication use DIRECT_URL';
  if (!isPooled) return { name: 'pooler', isThere: false, lines: hasDirectUrl ? [direct] : [] };
  const lines = [
    'statements are sent without names, and settings with each transaction',
    hasDirectUrl ? direct : 'migrations use it too: set DIRECT_URL to the server behind it',
  ];
  return { name: 'pooler', isThere: true, lines };
}

function toReplication(facts: ServerFacts, { isPooled, hasDirectUrl }: Route): ReportRow {
  const { walLevel, role, mayReplicate, freeSlots, maxSlots, freeSenders, maxSenders } = facts;
  const more = (name: string, max: number) =>
    `all ${max} of ${name} are taken: alter system set ${name} = ${max + wantedSlots}; and restart the server`;
  const missing = [
    ...(isPooled && !hasDirectUrl ? ['not through a pooler: set DIRECT_URL to the server behind it'] : []),
    ...(walLevel === 'logical'
      ? []
      : [`wal_level is ${walLevel}: alter system set wal_level = 'logical'; and restart the server`]),
    ...(mayReplicate ? [] : [`${role} has no right to it: alter role ${role} replication;`]),
    ...(freeSlots > 0 ? [] : [more('max_replication_slots', maxSlots)]),
    ...(freeSenders > 0 ? [] : [more('max_wal_senders', maxSenders)]),
  ];
  const free = `${freeSlots} of ${maxSlots} slots are free`;
  return {
    name: 'replication',
    isThere: missing.length === 0,
    lines: missing.length === 0 ? [free] : missing,
  };
}

function toExtensions({ extensions }: ServerFacts): ReportRow {
  const missing = extensions.filter(({ isInstalled }) => !isInstalled);
  const lines = missing.map(({ name, isAvailable }) => {
    const statement = `create extension "${name}" with schema extensions;`;
    return isAvailable
      ? `${name} is not created: ${statement}`
      : `${name} is not on the server: install it there (in Debian postgresql-contrib), then ${statement}`;
  });
  const names = extensions.map(({ name }) => name).join(', ');
  return { name: 'extensions', isThere: missing.length === 0, lines: missing.length === 0 ? [names] : lines };
}
