import { describe, expect, it } from 'vitest';
import { parseConfig } from './read-config.ts';

const read = (lines: string) => parseConfig(`[auth]\nsite_url = "https://example.com"\n${lines}`).auth;

describe('the settings of keys', () => {
  it('are off, and follow the site, unless they say something else', () => {
    expect(read('')).toMatchObject({
      passkeyEnabled: false,
      maxPasskeysPerUser: 10,
      webauthn: { rpDisplayName: '', rpId: '', rpOrigins: [] },
      mfa: {
        webAuthn: { enrollEnabled: false, verifyEnabled: false },
        recoveryCodes: { enrollEnabled: false, verifyEnabled: false },
      },
    });
  });

  it('name the host, and pages and apps that belong to it', () => {
    const origins = ['https://example.com', 'https://login.example.com:8443', 'android:apk-key-hash:abc'];
    const lines = `[auth.webauthn]\nrp_id = "example.com"\nrp_origins = ${JSON.stringify(origins)}`;
    expect(read(lines).webauthn).toEqual({ rpDisplayName: '', rpId: 'example.com', rpOrigins: origins });
  });

  it.each([
    ['rp_id = "https://example.com"', /rp_id must be a host name/],
    ['rp_id = "example.com"\nrp_origins = ["https://other.example"]', /is on another host than/],
    ['rp_id = "example.com"\nrp_origins = ["https://badexample.com"]', /is on another host than/],
    ['rp_origins = ["example.com"]', /is not an origin/],
    ['rp_origins = ["https://example.com/login"]', /must have no path/],
  ])('that no browser would follow are named at the start: %s', (lines, fault) => {
    expect(() => read(`[auth.webauthn]\n${lines}`)).toThrow(fault);
  });
});
