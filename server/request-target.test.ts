import { describe, expect, it } from 'vitest';
import { parsePathname, toSiteUrl } from './request-target.ts';

describe('a request target', () => {
  it.each([
    ['/posts/a?page=2', 'https://site.test/posts/a?page=2'],
    ['//evil.test/posts', 'https://site.test//evil.test/posts'],
    ['http://evil.test/posts?x=1', 'https://site.test/posts?x=1'],
    ['/a?b=\\', 'https://site.test/a?b=\\'],
  ])('%s becomes a URL of this site: %s', (target, url) => {
    expect(toSiteUrl(target, 'https://site.test')).toBe(url);
  });

  it('of a service may contain a filter with many values', () => {
    const target = `/rest/v1/posts?id=in.(${'1,'.repeat(8000)}1)`;
    expect(toSiteUrl(target, 'https://site.test')).toBe(`https://site.test${target}`);
  });

  it.each([
    '*',
    'evil.test:443',
    '/a\\b',
    '\\evil',
    'http://',
    `/${'a'.repeat(5000)}`,
    `/rest/v1/posts?id=in.(${'1,'.repeat(9000)}1)`,
  ])('%.20s is refused', (target) => {
    expect(() => toSiteUrl(target, 'https://site.test')).toThrow(/This address is/);
  });
});

describe('a path', () => {
  it.each([
    ['/posts/a', '/posts/a'],
    ['/posts/with%20space', '/posts/with space'],
    ['/posts/%E2%98%95', '/posts/☕'],
    ['/posts/100%25', '/posts/100%'],
  ])('%s is decoded to %s', (pathname, plain) => {
    expect(parsePathname(pathname)).toBe(plain);
  });

  it.each([
    '/%',
    '/%zz',
    '/%ff',
    '/%00',
    '/a%0ab',
    '/..%2f..%2fetc',
    '/a%5c..',
    '/%2e%2e',
    '/a/%2E',
  ])('%s is refused', (pathname) => {
    expect(() => parsePathname(pathname)).toThrow('This address is not valid.');
  });
});
