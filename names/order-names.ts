import type { SexChoice, Sort } from './filter.ts';
import type { Names } from './names.ts';

const orders = new WeakMap<Names, Map<string, Uint32Array>>();

/** All names in the given order. Made once for each order and cached: a page of any query is then found by iterating over it. */
export function orderNames(names: Names, sort: Sort, sex: SexChoice | ''): Uint32Array {
  const cached = orders.get(names) ?? new Map<string, Uint32Array>();
  orders.set(names, cached);
  const of = sort === 'name' || sex === 'both' ? '' : sex;
  const key = `${sort} ${of}`;
  let order = cached.get(key);
  if (!order) {
    order = makeOrder(names, sort, of);
    cached.set(key, order);
  }
  return order;
}

function makeOrder(names: Names, sort: Sort, sex: SexChoice | ''): Uint32Array {
  const count = names.spellings.length;
  const order = new Uint32Array(count);
  if (sort === 'name') {
    for (let name = 0; name < count; name++) order[name] = name;
    return order;
  }
  const totals = sumSexes(names.totals, sex);
  const latest = sumSexes(names.latest, sex);
  // Of the same value, the first in the alphabet comes first. Names without children in the last year come after all others.
  const step = 2 ** 17;
  const gone = sort === 'popular' ? 2 ** 52 : 0;
  const keys = new Float64Array(count);
  for (let name = 0; name < count; name++) {
    const isGone = sort === 'total' || (latest[name] as number) === 0;
    const value = (isGone ? totals[name] : latest[name]) as number;
    keys[name] = name - value * step + (isGone ? gone : 0);
  }
  keys.sort();
  for (let place = 0; place < count; place++) {
    const key = keys[place] as number;
    order[place] = key - Math.floor(key / step) * step;
  }
  return order;
}

function sumSexes(column: Uint32Array, sex: SexChoice | ''): Uint32Array {
  const sums = new Uint32Array(column.length / 2);
  for (let name = 0; name < sums.length; name++) {
    const girls = sex === 'boys' ? 0 : (column[2 * name] as number);
    const boys = sex === 'girls' ? 0 : (column[2 * name + 1] as number);
    sums[name] = girls + boys;
  }
  return sums;
}
