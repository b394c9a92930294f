import { describe, expect, it } from 'vitest';
import { parseConfig } from './read-config.ts';

const twilio = (name: string) =>
  `[auth.sms.${name}]\nenabled = true\naccount_sid = "AC1"\nmessage_service_sid = "MG1"\nauth_token = "hush"`;
const hook = '[auth.hook.send_sms]\nenabled = true\nuri = "pg-functions://postgres/public/send"';
const read = (toml: string) => {
  const { auth, warnings } = parseConfig(toml);
  return { ...auth.sms, warnings };
};

describe('the providers of text messages', () => {
  it.each([
    ['twilio', twilio('twilio'), { account_sid: 'AC1', message_service_sid: 'MG1', auth_token: 'hush' }],
    ['messagebird', 'originator = "Site"\naccess_key = "hush"', { originator: 'Site', access_key: 'hush' }],
    ['textlocal', 'sender = "Site"\napi_key = "hush"', { sender: 'Site', api_key: 'hush' }],
    [
      'vonage',
      'from = "Site"\napi_key = "1"\napi_secret = "hush"',
      { from: 'Site', api_key: '1', api_secret: 'hush' },
    ],
  ])('%s', (provider, lines, settings) => {
    const toml = lines.startsWith('[') ? lines : `[auth.sms.${provider}]\nenabled = true\n${lines}`;
    expect(read(toml)).toMatchObject({ provider, settings, warnings: [] });
    expect(read(toml.replace('true', 'false'))).toMatchObject({ provider: '', settings: {} });
  });

  it('may name Twilio Verify: the start says that nothing is sent through it, and what can be used', () => {
    expect(read(twilio('twilio_verify'))).toMatchObject({
      provider: '',
      settings: {},
      warnings: [
        'supabase/config.toml: auth.sms.twilio_verify is enabled, but no text messages are sent through Twilio Verify. Enable ' +
          'auth.sms.twilio, messagebird, textlocal or vonage instead, or the hook auth.hook.send_sms',
      ],
    });
  });

  it('does not warn of Twilio Verify where a hook sends the messages', () => {
    expect(read(`${twilio('twilio_verify')}\n${hook}`).warnings).toEqual([]);
  });

  it.each(['twilio_verify', 'twilio'])('are refused when two are enabled: vonage and %s', (name) => {
    const vonage = '[auth.sms.vonage]\nenabled = true\nfrom = "Site"\napi_key = "1"\napi_secret = "2"';
    expect(() => read(`${vonage}\n${twilio(name)}`)).toThrow(
      `auth.sms.vonage and auth.sms.${name} cannot both be enabled`,
    );
  });
});
