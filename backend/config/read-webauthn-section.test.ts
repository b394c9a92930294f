import { describe, expect, it } from 'vitest';
import { parseConfig } from './read-config.ts';

const read = (lines: string) => parseConfig(`[auth]\nsite_url = "https://example.com"\n${lines}`).auth;

describe('the WebAuthn settings', () => {
  it('are off by default and take host and origin from the site', () => {
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

  it('name the host, and origins of pages and apps', () => {
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
  ])('that no browser accepts end the start: %s', (lines, fault) => {
    expect(() => read(`[auth.webauthn]\n${lines}`)).toThrow(fault);
  });
});
