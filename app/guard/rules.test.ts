import { describe, expect, test } from 'vitest';
import { isGuarded, matchesPattern } from './rules.ts';

describe('a pattern', () => {
  test.each([
    ['/about', '/about', true],
    ['/about/', '/about', false],
    ['/about', '/abou', false],
    ['/posts/a/b', '/posts/*', true],
    ['/posts', '/posts/*', false],
    ['/posts/', '/posts/*', true],
    ['/', '*', true],
    ['/anything/at/all', '*', true],
    ['/a/draft/b', '/a/*/b', true],
    ['/a/b', '/a/*/b', false],
    ['/a.b', '/a?b', false],
    ['/axb', '/a.b', false],
    ['/(x)', '/(x)', true],
    ['/aXbXc', '/a*b*c', true],
    ['/ab', '/a*ab', false],
    ['/abab', '/ab*ab', true],
  ])('%s against %s is %s', (path, pattern, expected) => {
    expect(matchesPattern(path, pattern)).toBe(expected);
  });

  test('with many stars ends quickly on a path that nearly matches', () => {
    expect(matchesPattern(`/${'a'.repeat(5000)}`, `/${'*a'.repeat(500)}b`)).toBe(false);
  });
});

describe('the guard', () => {
  const rules = {
    login: '/login',
    callback: '/confirm',
    exclude: ['/', '/posts/*'],
    flow: 'implicit' as const,
    cookieRedirect: true,
  };

  test.each([
    ['/', false],
    ['/posts/a', false],
    ['/login', false],
    ['/confirm', false],
    ['/about', true],
    ['/login/x', true],
  ])('without include, %s is guarded: %s', (path, expected) => {
    expect(isGuarded(path, { signIn: rules })).toBe(expected);
  });

  test.each([
    ['/account', true],
    ['/about', false],
    ['/account/open', false],
    ['/account/secret', true],
  ])('with include, %s is guarded: %s', (path, expected) => {
    const signIn = { ...rules, include: ['/account*'], exclude: ['/account/open'] };
    expect(isGuarded(path, { signIn })).toBe(expected);
  });

  test.each([
    ['/running', true],
    ['/running/pace', true],
    ['/running/sample-2026-11-10', true],
    ['/running/00000000-0000-4000-8000-000000000000', true],
    ['/running/shoes', false],
    ['/running/00000000-0000-4000-8000-000000000000/more', false],
  ])('a rule for /running holds for its runs: %s is guarded: %s', (path, expected) => {
    expect(isGuarded(path, { signIn: { ...rules, include: ['/running'] } })).toBe(expected);
    expect(isGuarded(path, { signIn: { ...rules, exclude: ['/running'] } })).toBe(!expected);
  });

  test.each([
    ['/de', false],
    ['/de/posts/a', false],
    ['/de/about', true],
    ['/dear', true],
    ['/fr/posts/a', true],
  ])('a rule for a page holds in other languages: %s is guarded: %s', (path, expected) => {
    expect(isGuarded(path, { signIn: rules, languages: { de: {} } })).toBe(expected);
  });
});
