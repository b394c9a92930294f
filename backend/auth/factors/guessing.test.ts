import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  challenge,
  claimsOf,
  codeOf,
  enrollApp,
  factorToml,
  type Owner,
  signUpOwner,
  verify,
  withoutLimits,
} from '../../../tests/harness/auth/test-owner.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshPhone } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;
beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(factorToml, withoutLimits);
});
afterAll(() => test.close());

async function enrollPhone(owner: Owner): Promise<{ factorId: string; phone: string }> {
  const phone = freshPhone();
  const body = { factor_type: 'phone', phone, friendly_name: 'phone' };
  const answer = await service.post('/factors', body, { token: owner.token });
  return { factorId: answer.body.id, phone };
}

describe('phone codes', () => {
  it('a challenge sends the code, and the code raises the session', async () => {
    const owner = await signUpOwner(service);
    const { factorId, phone } = await enrollPhone(owner);
    const id = await challenge(service, owner, factorId);
    const { otp, text } = service.lastSms(phone);
    expect(text).toBe(`Your code is ${otp}`);
    const [stored] = await test.database.sql`select otp_code from auth.mfa_challenges where id = ${id}`;
    expect(stored?.otp_code).not.toContain(otp);
    const { status, body } = await verify(service, owner, factorId, { challenge_id: id, code: otp });
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/phone' }, { method: 'password' }],
    });
  });

  it('stricter: of fifty concurrent verifications of one code, one succeeds', async () => {
    const owner = await signUpOwner(service);
    const { factorId, phone } = await enrollPhone(owner);
    const id = await challenge(service, owner, factorId);
    const answer = { challenge_id: id, code: service.lastSms(phone).otp };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => verify(service, owner, factorId, answer)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422 || status === 429)).toHaveLength(49);
  });

  it('messages obey the configured cooldown, also when ten are requested at once', async () => {
    const owner = await signUpOwner(service);
    const { factorId, phone } = await enrollPhone(owner);
    const ask = () =>
      service.post(`/factors/${factorId}/challenge`, { channel: 'sms' }, { token: owner.token });
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error_code).toBe('over_sms_send_rate_limit');
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(service.smsMessages.filter(({ to }) => to === phone)).toHaveLength(1);
    service.advance(6);
    expect((await ask()).status).toBe(200);
  });

  it('an unknown channel is refused', async () => {
    const owner = await signUpOwner(service);
    const { factorId } = await enrollPhone(owner);
    const answer = await service.post(
      `/factors/${factorId}/challenge`,
      { channel: 'pigeon' },
      { token: owner.token },
    );
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
  });

  it('stricter: a code is void after ten wrong attempts, from any address', async () => {
    const owner = await signUpOwner(service);
    const { factorId, phone } = await enrollPhone(owner);
    const id = await challenge(service, owner, factorId);
    for (let index = 0; index < 10; index += 1) {
      const wrong = await verify(service, owner, factorId, { challenge_id: id, code: 'wrong!' });
      expect(wrong.body.error_code).toBe('mfa_verification_failed');
    }
    service.advance(40);
    const { otp } = service.lastSms(phone);
    const right = await verify(service, owner, factorId, { challenge_id: id, code: otp });
    expect([right.status, right.body.error_code]).toEqual([422, 'mfa_challenge_expired']);
  });
});

describe('stricter: guessing', () => {
  it('a hundred concurrent guesses count as a hundred attempts', async () => {
    const owner = await signUpOwner(service);
    const app = await enrollApp(service, owner);
    const id = await challenge(service, owner, app.factorId);
    const guesses = Array.from({ length: 100 }, () =>
      verify(service, owner, app.factorId, { challenge_id: id, code: 'wrong!' }),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ body }) => body.error_code === 'mfa_verification_failed')).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
  });

  it('after ten wrong codes a factor is locked, longer each time, for every new challenge too', async () => {
    const owner = await signUpOwner(service);
    const app = await enrollApp(service, owner);
    const attempt = async (code: string) => {
      const id = await challenge(service, owner, app.factorId);
      return verify(service, owner, app.factorId, { challenge_id: id, code });
    };
    for (let index = 0; index < 10; index += 1) expect((await attempt('wrong!')).status).toBe(422);
    const paused = await attempt(codeOf(service, app));
    expect([paused.status, paused.body.error_code]).toEqual([429, 'over_request_rate_limit']);
    expect(Number(paused.headers.get('Retry-After'))).toBeGreaterThan(25);
    service.advance(31);
    expect((await attempt('wrong!')).status).toBe(422);
    service.advance(31);
    expect((await attempt('wrong!')).status).toBe(429);
    service.advance(31);
    expect((await attempt(codeOf(service, app))).status).toBe(200);
  });

  it('A48: challenges and verifications are limited per account', async () => {
    const limited = await test.start(factorToml);
    const owner = await signUpOwner(limited);
    const app = await enrollApp(limited, owner);
    for (const path of ['challenge', 'verify']) {
      const answers = [];
      for (let index = 0; index < 40; index += 1) {
        limited.address = `198.51.100.${index}`;
        answers.push(await limited.post(`/factors/${app.factorId}/${path}`, {}, { token: owner.token }));
      }
      // A burst of thirty, then fifteen a minute.
      expect(answers.slice(0, 30).map(({ status }) => status)).not.toContain(429);
      const last = answers.at(-1);
      expect([last?.status, last?.body.error_code]).toEqual([429, 'over_request_rate_limit']);
      expect(Number(last?.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
  });
});
