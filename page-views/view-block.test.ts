import { expect, test } from 'vitest';
import { toRows, countedView as view } from '../tests/harness/page-views/test-view.ts';
import { createViewBlock } from './view-block.ts';

test('views are returned as they were added, in order', () => {
  const block = createViewBlock();
  const views = [
    view({ visitor: '-9223372036854775808' }),
    view({ visitor: '9223372036854775807', referrer: 'example.com' }),
    view({ visitor: '0', country: 'DE' }),
    // The lower 32 bits equal those of the number before.
    view({ visitor: '4294967296', device: 'phone' }),
    view({ path: '/running' }),
    view({ hour: 8 }),
    view({ day: '2026-11-16' }),
  ];
  for (const one of views) expect(block.add(one)).toBe(true);
  expect(block.count()).toBe(views.length);
  expect(toRows(block.toTable())).toEqual(views.map((one) => ({ ...one, views: 1 })));
});

test('a block without views has empty columns', () => {
  expect(createViewBlock().toTable()).toEqual({
    scenes: [],
    origins: [],
    rows: { visitors: '', scenes: '', origins: '', views: '' },
  });
});

test('a visitor’s views of a page within an hour are one row, with the properties of the first', () => {
  const block = createViewBlock();
  block.add(view({ referrer: 'example.com' }));
  block.add(view({ visitor: '2' }));
  block.add(view());
  expect(block.count()).toBe(3);
  expect(toRows(block.toTable())).toEqual(
    [view({ referrer: 'example.com' }), view({ visitor: '2' })].map((one, at) => ({ ...one, views: 2 - at })),
  );
});

test('a full block counts known views and accepts no others', () => {
  const block = createViewBlock();
  let many = 0;
  while (block.add(view({ visitor: String(many), path: `/page-${many % 7}` }))) many += 1;
  expect(many).toBe(250);
  expect(block.add(view({ visitor: '0', path: '/page-0' }))).toBe(true);
  expect(block.count()).toBe(251);
  expect(toRows(block.toTable())).toHaveLength(250);
});

test('each message is named with the row of its view, and a thousand fill a block', () => {
  const block = createViewBlock();
  block.add(view({ message: '7' }));
  block.add(view({ visitor: '2', message: '-8' }));
  block.add(view({ message: '9' }));
  expect(block.toTable().messages).toEqual({ keys: '7,-8,9', rows: '0,1,0' });
  for (let message = 3; message < 1000; message++)
    expect(block.add(view({ message: String(message) }))).toBe(true);
  expect(block.add(view({ message: '1000' }))).toBe(false);
});
