import { expect, test } from 'vitest';
import { spreadApart } from './spread-apart.ts';

test.each([
  ['what is far apart stays', [0.1, 0.9], [0.1, 0.9]],
  ['what is close is pushed up', [0.5, 0.52], [0.5, 0.6]],
  ['what would leave the top is pushed down', [0.97, 0.99], [0.9, 1]],
  ['the order stays', [0.9, 0.1, 0.12], [0.9, 0.1, 0.2]],
  ['what is not there stays away', [undefined, 0.5], [undefined, 0.5]],
  ['more than fit share the room', Array(12).fill(0.5), Array.from({ length: 12 }, (_, index) => index / 11)],
])('%s', (_, places, spread) => {
  const given = spreadApart(places, 0.1);
  expect(given.map((place) => place && Number(place.toFixed(3)))).toEqual(
    spread.map((place) => place && Number(place.toFixed(3))),
  );
});
