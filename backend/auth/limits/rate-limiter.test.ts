import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../database/database.ts';
import { openTestDatabase } from '../../../tests/harness/auth/open-test-database.ts';
import type { Limit } from '../service/ports.ts';
import { createRateLimits, type RunningRateLimits } from './rate-limiter.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const running: RunningRateLimits[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((limits) => limits.close()));
  await database.sql`truncate porchlight.rate_buckets`;
});

/** A clock that a test moves. Seconds are counted from its start. */
function createTestClock() {
  let seconds = 0;
  return {
    now: () => new Date(Date.UTC(2030, 0, 1) + seconds * 1000),
    move: (by: number) => {
      seconds += by;
    },
  };
}

function createLimits(clock = createTestClock()) {
  const limits = createRateLimits({ database, clock, log: () => {} });
  running.push(limits);
  return { clock, take: limits.take };
}

/** Three in thirty seconds: a token every ten. */
const three: Limit = { name: 'test', key: '203.0.113.9', count: 3, intervalSeconds: 30 };

async function takeMany(take: RunningRateLimits['take'], limit: Limit, times: number): Promise<number> {
  const results = await Promise.all(Array.from({ length: times }, () => take([limit])));
  return results.filter(({ ok }) => ok).length;
}

describe('A48: token buckets', () => {
  test('a bucket gives its tokens, then the time until the next one', async () => {
    const { take } = createLimits();
    for (const _ of '123') expect(await take([three])).toEqual({ ok: true });
    expect(await take([three])).toEqual({ ok: false, retryAfterSeconds: 10, waits: { test: 10 } });
  });

  test('tokens are refilled one by one', async () => {
    const { take, clock } = createLimits();
    await takeMany(take, three, 3);
    clock.move(9.5);
    expect(await take([three])).toEqual({ ok: false, retryAfterSeconds: 1, waits: { test: 1 } });
    clock.move(0.5);
    expect(await take([three])).toEqual({ ok: true });
    expect(await take([three])).toEqual({ ok: false, retryAfterSeconds: 10, waits: { test: 10 } });
    clock.move(1000);
    expect(await takeMany(take, three, 10)).toBe(3);
  });

  test('a burst may be larger than the count', async () => {
    const { take } = createLimits();
    expect(await takeMany(take, { ...three, burst: 7 }, 20)).toBe(7);
  });

  test('buckets of other names and keys are not touched', async () => {
    const { take } = createLimits();
    await takeMany(take, three, 4);
    expect(await take([{ ...three, key: '203.0.113.10' }])).toEqual({ ok: true });
    expect(await take([{ ...three, name: 'other' }])).toEqual({ ok: true });
  });

  // Buckets are taken from in the order of their names: the empty one comes first, then last.
  test.each([
    'account',
    'zone',
  ])('a request takes from all of its buckets or from none (%s)', async (name) => {
    const { take, clock } = createLimits();
    const one: Limit = { name, key: 'a', count: 1, intervalSeconds: 60 };
    expect(await take([three, one])).toEqual({ ok: true });
    expect(await take([three, one])).toEqual({ ok: false, retryAfterSeconds: 60, waits: { [name]: 60 } });
    // Two of three are left: the refused request took nothing.
    clock.move(0.001);
    expect(await takeMany(take, three, 5)).toBe(2);
  });

  test('the longest wait of several empty buckets is returned', async () => {
    const { take } = createLimits();
    const slow: Limit = { name: 'slow', key: 'a', count: 1, intervalSeconds: 3600 };
    await take([slow]);
    await takeMany(take, three, 3);
    expect(await take([three, slow])).toEqual({
      ok: false,
      retryAfterSeconds: 3600,
      waits: { slow: 3600, test: 10 },
    });
    expect(await take([three])).toEqual({ ok: false, retryAfterSeconds: 10, waits: { test: 10 } });
  });

  test('a limit of zero refuses every request, and no limits allow every request', async () => {
    const { take } = createLimits();
    expect(await take([{ ...three, count: 0 }])).toEqual({
      ok: false,
      retryAfterSeconds: 30,
      waits: { test: 30 },
    });
    expect(await take([])).toEqual({ ok: true });
  });

  test('names and keys may contain any characters', async () => {
    const { take } = createLimits();
    const odd = { ...three, key: `'); drop table porchlight.rate_buckets; -- "\\ {}é` };
    expect(await takeMany(take, odd, 5)).toBe(3);
  });
});

describe('concurrent requests', () => {
  test('50 in each of three processes never get more than the limit', async () => {
    const clock = createTestClock();
    const processes = [createLimits(clock), createLimits(clock), createLimits(clock)];
    const limit = { ...three, count: 20 };
    const taken = await Promise.all(processes.map(({ take }) => takeMany(take, limit, 50)));
    expect(taken.reduce((sum, count) => sum + count)).toBe(20);
  });

  test('that name the same buckets in another order do not deadlock', async () => {
    const { take } = createLimits();
    const many = (name: string) => ({ name, key: 'all', count: 1000, intervalSeconds: 60 });
    const [a, b, c] = [many('a'), many('b'), many('c')];
    const orders = [
      [a, b, c],
      [c, b, a],
      [b, c, a],
      [c, a, b],
    ];
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) => take(orders[index % 4] ?? [])),
    );
    expect(results.every(({ ok }) => ok)).toBe(true);
  });

  test('a bucket that is known to be empty is not queried again', async () => {
    const { take, clock } = createLimits();
    await takeMany(take, three, 3);
    await take([three]);
    // The only visible effect: a bucket that is refilled directly in the database stays empty until the known time.
    await database.sql`truncate porchlight.rate_buckets`;
    expect(await take([three])).toEqual({ ok: false, retryAfterSeconds: 10, waits: { test: 10 } });
    clock.move(10);
    expect(await takeMany(take, three, 5)).toBe(3);
  });
});

describe('a clock that is wrong', () => {
  test('set back by an hour, a bucket does not stay empty for that hour', async () => {
    const { take, clock } = createLimits();
    await takeMany(take, three, 4);
    clock.move(-3600);
    expect(await take([three])).toEqual({ ok: true });
  });

  test('processes whose clocks differ by seconds do not give out extra tokens', async () => {
    const early = createLimits();
    const late = createLimits();
    late.clock.move(5);
    const taken: boolean[] = [];
    for (let round = 0; round < 10; round += 1) {
      for (const { take } of [early, late]) taken.push((await take([three])).ok);
    }
    expect(taken.filter(Boolean)).toHaveLength(3);
  });
});

test('full buckets are deleted, the others are kept', async () => {
  const clock = createTestClock();
  const limits = createRateLimits({ database, clock, log: () => {}, cleanEverySeconds: 0.02 });
  running.push(limits);
  await limits.take([three]);
  clock.move(5);
  await limits.take([{ ...three, key: 'young' }]);
  clock.move(6);
  await expect
    .poll(async () =>
      (await database.sql`select bucket from porchlight.rate_buckets`).map(({ bucket }) => bucket),
    )
    .toEqual(['test young']);
});
