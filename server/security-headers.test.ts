import { describe, expect, it } from 'vitest';
import { createSecurityHeaders } from './security-headers.ts';

const given = { siteUrl: 'https://site.test', scriptHashes: ["'sha256-abc'"], dev: false };

function directive(headers: Record<string, string>, name: string): string | undefined {
  const policy = headers['content-security-policy']?.split('; ') ?? [];
  return policy.find((entry) => entry.startsWith(`${name} `))?.slice(name.length + 1);
}

describe('the security headers', () => {
  it('allow only own scripts and the hashed boot script', () => {
    const headers = createSecurityHeaders(given);
    expect(directive(headers, 'script-src')).toBe("'self' 'sha256-abc'");
    expect(directive(headers, 'default-src')).toBe("'none'");
    expect(directive(headers, 'frame-ancestors')).toBe("'none'");
    expect(directive(headers, 'base-uri')).toBe("'none'");
  });

  it('allow inline styles in attributes only', () => {
    const headers = createSecurityHeaders(given);
    expect(directive(headers, 'style-src')).toBe("'self'");
    expect(directive(headers, 'style-src-attr')).toBe("'unsafe-inline'");
  });

  it('require https for a year, but only if the site has it', () => {
    expect(createSecurityHeaders(given)['strict-transport-security']).toBe('max-age=31536000');
    const plain = createSecurityHeaders({ ...given, siteUrl: 'http://localhost:3000' });
    expect(plain).not.toHaveProperty('strict-transport-security');
  });

  it('allow requests to the hosted project if there is one', () => {
    expect(directive(createSecurityHeaders(given), 'connect-src')).toBe("'self'");
    const hosted = createSecurityHeaders({ ...given, supabaseUrl: 'https://a.supabase.co' });
    expect(directive(hosted, 'connect-src')).toBe("'self' https://a.supabase.co wss://a.supabase.co");
  });

  it('allow the widget of the configured captcha, and nothing else of its provider', () => {
    const headers = createSecurityHeaders({ ...given, captcha: 'turnstile' });
    const provider = 'https://challenges.cloudflare.com';
    expect(directive(headers, 'script-src')).toBe(`'self' 'sha256-abc' ${provider}`);
    expect(directive(headers, 'frame-src')).toBe(`'self' ${provider}`);
    expect(directive(createSecurityHeaders(given), 'frame-src')).toBe("'self'");
  });

  it('allow what Vite needs in development, which a hash does not disable', () => {
    const headers = createSecurityHeaders({ ...given, dev: true });
    expect(directive(headers, 'script-src')).toBe("'self' 'unsafe-inline'");
    expect(directive(headers, 'connect-src')).toContain('ws:');
  });

  it.each([
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
  ])('set %s to %s', (name, value) => {
    expect(createSecurityHeaders(given)[name]).toBe(value);
  });

  it('disable unused browser features', () => {
    expect(createSecurityHeaders(given)['permissions-policy']).toContain('camera=()');
    // Geolocation is for privacy zones; the browser asks the user first.
    expect(createSecurityHeaders(given)['permissions-policy']).toContain('geolocation=(self)');
  });
});
