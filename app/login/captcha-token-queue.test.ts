import { expect, test } from 'vitest';
import { createTokenDesk } from './captcha-token-queue.ts';

test('a token is handed out once; the next one waits for the next', async () => {
  const desk = createTokenDesk();
  desk.put('one');
  expect(await desk.take()).toBe('one');
  expect(desk.has()).toBe(false);
  const waits = desk.take();
  desk.put('two');
  expect(await waits).toBe('two');
  expect(desk.has()).toBe(false);
});

test('a token that is too old is not handed out', async () => {
  const desk = createTokenDesk();
  desk.put('old');
  desk.forget();
  const waits = desk.take();
  desk.put('fresh');
  expect(await waits).toBe('fresh');
});

test('nobody waits for a widget that cannot be loaded, and one that recovers is used again', async () => {
  const desk = createTokenDesk();
  const waits = desk.take();
  desk.giveUp();
  expect(await waits).toBeUndefined();
  expect(await desk.take()).toBeUndefined();
  desk.put('after all');
  expect(await desk.take()).toBe('after all');
});
