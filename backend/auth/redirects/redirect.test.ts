import { describe, expect, it } from 'vitest';
import { otherHostPaths } from '../../../tests/harness/other-host-paths.ts';
import { parseConfig } from '../../config/read-config.ts';
import { findAllowedRedirect } from './redirect.ts';

const siteUrl = 'https://site.example';

function find(url: string, ...patterns: string[]): string | undefined {
  const text = `[auth]\nsite_url = "${siteUrl}"\nadditional_redirect_urls = ${JSON.stringify(patterns)}`;
  return findAllowedRedirect(url, { config: parseConfig(text).auth });
}

describe('a URL is normalized as browsers do it:', () => {
  it.each([
    ['https://site.example', 'https://site.example'],
    ['HTTPS://SITE.example/A', 'https://site.example/A'],
    ['https://site.example:443/a', 'https://site.example/a'],
    ['https://site.example/é世界', 'https://site.example/%C3%A9%E4%B8%96%E7%95%8C'],
    ['https://site.example/?q=é', 'https://site.example/?q=%C3%A9'],
    ['https://site.example/#/é', 'https://site.example/#/%C3%A9'],
    ['https://site.example/#/in?a=1', 'https://site.example/#/in?a=1'],
    ['https://site.example/a/../b', 'https://site.example/b'],
    ['https://site.example/a//b', 'https://site.example/a//b'],
    ['https://site.example/a?next=//evil.test', 'https://site.example/a?next=//evil.test'],
    ['https://site.example/\ud800', 'https://site.example/%EF%BF%BD'],
  ])('%s is %s', (url, expected) => {
    expect(find(url)).toBe(expected);
  });
});

describe('a URL whose path can be read as another host is refused:', () => {
  it.each(otherHostPaths)('%j', (path) => {
    expect(find(siteUrl + path)).toBeUndefined();
    expect(find(`https://app.example${path}`, 'https://app.example/**', 'https://**')).toBeUndefined();
    expect(find(`http://127.0.0.1:9999${path}`)).toBeUndefined();
    expect(find(`myapp://in${path}`, 'myapp://**')).toBeUndefined();
  });
});

describe('a wildcard matches within its part of the URL:', () => {
  it.each([
    ['https://evil.test?.app.example/', 'https://*.app.example/'],
    ['https://evil.test/.app.example/', 'https://**.app.example/'],
    ['https://evil.test/x.app.example/', 'https://**.app.example/**'],
    ['https://evil.test#.app.example/', 'https://**.app.example/**'],
    ['https://evil.test?x.app.example/', 'https://**.app.example/'],
    ['https://evil.test?x.app.example/in', 'https://**.app.example/in'],
    ['https://evil.test:8443/x.app.example/', 'https://**.app.example/'],
    ['https://x:8443/in', 'https://*/in'],
    ['https://x@app.example/in', 'https://*app.example/in'],
    ['https://app-evil:1/in', 'https://app-*/in'],
    ['https://app-x?/in', 'https://app-*/in'],
    ['https://app.example.evil.test/', 'https://app.example'],
    ['https://app.example:8443/', 'https://app.example/'],
    ['https://app.example:8443/', 'https://*.example/'],
    ['http://app.example/', 'https://app.example/'],
    ['httpsx://app.example/', 'https://app.example/'],
    ['https://app.example/a/../b', 'https://app.example/a/**'],
    ['https://app.example/a/%2e%2e/b', 'https://app.example/a/**'],
    ['https://app.example/a/b', 'https://app.example/*'],
    ['https://app.example/a.b', 'https://app.example/*'],
    ['https://app.example/a?u=https://x.y/', 'https://app.example/*'],
    ['https://app.example/?a=1', 'https://app.example'],
    ['myapp://evil/in', 'myapp://*.in'],
    ['myapp://other/in', 'myapp://in/**'],
    ['myapp://in:80/', 'myapp://in/'],
    ['com.example.app://in', 'com.example.app:/in'],
    ['com.example.appx:/in', 'com.example.app:/in'],
    ['comXexample.app:/in', 'com.example.app:/in'],
  ])('%s is not allowed by %s', (url, pattern) => {
    expect(find(url, pattern)).toBeUndefined();
  });

  it.each([
    ['https://x.app.example/', 'https://*.app.example'],
    ['https://a-b.app.example/in', 'https://*-b.app.example/in'],
    ['https://x.y.app.example/a/b.c?d=1', 'https://**.app.example/**'],
    ['https://app.example', 'https://app.example'],
    ['https://app.example', 'https://app.example/'],
    ['https://app.example/', 'https://app.example'],
    ['https://APP.example/', 'https://App.Example/'],
    ['https://app.example/in?a=1', 'https://app.example/*'],
    ['https://app.example/in?a=1', 'https://app.example/in?a=*'],
    ['https://app.example:443/in', 'https://app.example/in'],
    ['https://app.example/in', 'https://app.example:443/in'],
    ['https://app.example:8443/in', 'https://app.example:8443/in'],
    ['http://localhost:5173/in', 'http://localhost:*/*'],
    ['http://x.localhost:8000/in', 'http://*.localhost:8000/*'],
    ['http://web.dev:12345/in', 'http://**:12345/*'],
    ['https://app.example/é/世', 'https://app.example/é/*'],
    ['https://app.example/%C3%A9', 'https://app.example/é'],
    ['https://any.example:8443/a/b?c', 'https://**'],
    ['http://any.example/a', '{http,https}://any.example/*'],
    ['myapp://b/in', '{https://a.example,myapp://b}/in'],
    ['https://b.example/x1', 'https://{a,b{.c,}}.example/x[0-9]'],
    ['https://app.example/a.b', 'https://app.example/a\\.b'],
    ['https://app.example/a*b', 'https://app.example/a\\*b'],
  ])('%s is allowed by %s', (url, pattern) => {
    expect(find(url, pattern)).toBeDefined();
  });

  it.each([
    ['myapp://in', 'myapp://in'],
    ['myapp://in/', 'myapp://in'],
    ['myapp://in/a/b.c?d=1', 'myapp://in/**'],
    ['myapp://anything/at/all?x', 'myapp://**'],
    ['myapp://', 'myapp://'],
    ['myapp:///in', 'myapp:///in'],
    ['com.example.app:/in', 'com.example.app:/in'],
    ['com.example.app:/in/x', 'com.example.app:/**'],
    ['com.example.app:in', 'com.example.app:in'],
    ['com.example.app://login-callback/', 'com.example.app://login-callback/'],
    ['exp://192.168.1.5:8081/--/in', 'exp://192.168.*.*:*/**'],
    ['exp://127.0.0.1:19000', 'exp://**'],
    ['myapp-dev://in', 'myapp*://in'],
  ])('the URL of an application %s is allowed by %s', (url, pattern) => {
    expect(find(url, pattern)).toBe(url);
  });

  it('does not allow schemes that run code', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'blob:https://site.example/x',
    ])
      expect(find(url, '**', '*:**', '*://**')).toBeUndefined();
  });
});
