import { expect, test } from 'vitest';
import { isOwnersToken } from './owners-session.ts';

const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test.each([
  ['an owner', token({ name: 'Zoë?>', app_metadata: { owner: true } }), true],
  ['a reader', token({ app_metadata: {} }), false],
  ['a text instead of a flag', token({ app_metadata: { owner: 'true' } }), false],
  ['a mark of the user', token({ app_metadata: {}, user_metadata: { owner: true } }), false],
  ['no metadata', token({}), false],
  ['no token', '', false],
  ['no JSON', 'a.b.c', false],
])('the token of %s', (_who, text, expected) => {
  expect(isOwnersToken(text)).toBe(expected);
});
