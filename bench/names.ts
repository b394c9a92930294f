/**
 * The names in memory: what opening them costs in a process of its own, and how long queries take. A query is any combination of filters, chosen by a fixed
 * seed, with its counts and its first page; a prefix gives the suggestions of a text field. Both are CPU time, and each is measured after a first round:
 * a query that is the first of its kind also makes an order of all names.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  emptyFilter,
  groupNames,
  groupOptions,
  type NameFilter,
  sexChoices,
  sorts,
} from '../names/filter.ts';
import { suggestNames } from '../names/find-name.ts';
import type { Names } from '../names/names.ts';
import { namesFile } from '../names/names-file.ts';
import { openNames } from '../names/open-names.ts';
import { searchNames } from '../names/search.ts';
import type { Bench } from './bench.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import { median, percentile } from './statistics.ts';

const opens = 5;
const queryCount = 600;

export async function measureNames(bench: Bench): Promise<Figure[]> {
  const opened = Array.from({ length: opens }, () => measureOpening(bench));
  const names = await openNames();
  const filters = makeFilters(queryCount);
  for (const filter of filters) searchNames(names, filter);
  const searches = filters.map((filter) => time(() => searchNames(names, filter)));
  const prefixes = makePrefixes(names);
  for (const prefix of prefixes) suggestNames(names, prefix, 8);
  const suggestions = prefixes.map((prefix) => time(() => suggestNames(names, prefix, 8)));
  return [
    noLimit('names: the packed file', statSync(namesFile).size, 'bytes'),
    atMost('names: opening', median(opened.map(({ cpu }) => cpu)), 150, 'ms CPU'),
    atMost('names: memory after opening', median(opened.map(({ memory }) => memory)), 60, 'MB'),
    atMost('names: one query, 95th percentile', percentile(searches, 95), 10, 'ms CPU'),
    noLimit('names: one query, median', median(searches), 'ms CPU'),
    atMost('names: names that begin so, 95th percentile', percentile(suggestions, 95), 1, 'ms CPU'),
  ];
}

/** In a process of its own, with nothing warm. */
function measureOpening({ siteFolder }: Bench): { cpu: number; memory: number } {
  const program = `
    import { openNames } from ${JSON.stringify(join(siteFolder, 'names/open-names.ts'))};
    globalThis.gc();
    const memory = process.memoryUsage.rss();
    const used = process.cpuUsage();
    const names = await openNames();
    const { user, system } = process.cpuUsage(used);
    globalThis.gc();
    console.log(JSON.stringify({ cpu: (user + system) / 1000, memory: (process.memoryUsage.rss() - memory) / 1e6, names: names.spellings.length }));
  `;
  const flags = ['--expose-gc', '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' })) as {
    cpu: number;
    memory: number;
  };
}

/** Some CPU clocks have steps of several milliseconds, so a query is repeated. */
const repeats = 10;

/** In milliseconds of CPU time: a busy neighbor does not count. */
function time(work: () => unknown): number {
  const before = process.cpuUsage();
  for (let turn = 0; turn < repeats; turn++) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / repeats;
}

/** Park and Miller's generator: the same queries in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function makeFilters(count: number): NameFilter[] {
  const random = createRandom(1880);
  const letters = ['a', 'n', 'an', 'ma', 'lyn', 'ie', 'ann', 'el', 'x', 'ja'];
  const pick = <Value>(values: readonly Value[], otherwise: Value): Value =>
    random(2) === 0 ? otherwise : (values[random(values.length)] ?? otherwise);
  return Array.from({ length: count }, () => {
    const filter: NameFilter = {
      ...emptyFilter,
      starts: pick(letters, ''),
      ends: random(3) === 0 ? pick(letters, '') : '',
      part: random(3) === 0 ? pick(letters, '') : '',
      sounds: random(8) === 0 ? 'Catherine' : '',
      sex: pick([...sexChoices], ''),
      sort: pick([...sorts], 'popular'),
      page: 1 + random(3),
    };
    for (const group of groupNames)
      if (random(3) === 0) filter[group] = groupOptions[group].filter(() => random(3) === 0);
    return filter;
  });
}

function makePrefixes({ spellings }: Names): string[] {
  const random = createRandom(2016);
  return Array.from({ length: 400 }, () =>
    (spellings[random(spellings.length)] ?? 'A').slice(0, 1 + random(4)),
  );
}
