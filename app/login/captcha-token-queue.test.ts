import { expect, test } from 'vitest';
import { createCaptchaTokenQueue } from './captcha-token-queue.ts';

test('a token is used once; the next caller waits for the next token', async () => {
  const tokens = createCaptchaTokenQueue();
  tokens.put('one');
  expect(await tokens.take()).toBe('one');
  expect(tokens.has()).toBe(false);
  const waits = tokens.take();
  tokens.put('two');
  expect(await waits).toBe('two');
  expect(tokens.has()).toBe(false);
});

test('an expired token is not used', async () => {
  const tokens = createCaptchaTokenQueue();
  tokens.put('old');
  tokens.forget();
  const waits = tokens.take();
  tokens.put('fresh');
  expect(await waits).toBe('fresh');
});

test('no caller waits for a widget that cannot be loaded, and one that recovers is used again', async () => {
  const tokens = createCaptchaTokenQueue();
  const waits = tokens.take();
  tokens.giveUp();
  expect(await waits).toBeUndefined();
  expect(await tokens.take()).toBeUndefined();
  tokens.put('after all');
  expect(await tokens.take()).toBe('after all');
});
