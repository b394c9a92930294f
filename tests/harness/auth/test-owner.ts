/** For tests: a user with an account, and the codes of an authenticator app. */
import { findBase32Bytes } from '../../../backend/auth/factors/base32.ts';
import { stepAt, totpCode } from '../../../backend/auth/factors/totp.ts';
import type { RateLimits } from '../../../backend/auth/service/ports.ts';
import { freshEmail } from '../fresh-contact.ts';
import type { Answer, TestService } from './test-service.ts';

/** Factor routes have fixed limits, which most tests do not test. */
export const withoutLimits: { ports: { limits: RateLimits } } = {
  ports: {
    limits: {
      async take(_limits, within) {
        await within?.('[]', new Date());
        return { ok: true };
      },
    },
  },
};

export const factorToml = `
[auth]
site_url = "http://localhost:3000"
minimum_password_length = 6
enable_anonymous_sign_ins = true
[auth.email]
enable_confirmations = false
[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true
otp_length = 6
max_frequency = "5s"
`;

export interface Owner {
  email: string;
  token: string;
  refreshToken: string;
}

export async function signUpOwner(service: TestService): Promise<Owner> {
  const email = freshEmail();
  const { body } = await service.post('/signup', { email, password: 'secret-1' });
  return { email, token: body.access_token, refreshToken: body.refresh_token };
}

/** Another session of the same account. */
export async function signInOwner(service: TestService, email: string): Promise<Owner> {
  const { body } = await service.post('/token?grant_type=password', { email, password: 'secret-1' });
  return { email, token: body.access_token, refreshToken: body.refresh_token };
}

export interface App {
  factorId: string;
  secret: string;
}

export async function enrollApp(service: TestService, owner: Owner, name = 'app'): Promise<App> {
  const body = { factor_type: 'totp', friendly_name: name };
  const answer = await service.post('/factors', body, { token: owner.token });
  return { factorId: answer.body.id, secret: answer.body.totp.secret };
}

/** The code that the app shows, this many steps of thirty seconds away from now. */
export function codeOf(service: TestService, app: App, away = 0): string {
  return totpCode(findBase32Bytes(app.secret) ?? new Uint8Array(), stepAt(service.now()) + away);
}

/** Moves the clock to the beginning of a step, so that a code does not age by a step while a test runs. */
export function beginStep(service: TestService): void {
  service.advance(30.5 - ((service.now().getTime() / 1000) % 30));
}

export async function challenge(service: TestService, owner: Owner, factorId: string): Promise<string> {
  const { body } = await service.post(`/factors/${factorId}/challenge`, {}, { token: owner.token });
  return body.id;
}

export function verify(
  service: TestService,
  owner: Owner,
  factorId: string,
  answer: { challenge_id: string; code: string },
): Promise<Answer> {
  return service.post(`/factors/${factorId}/verify`, answer, { token: owner.token });
}

/** A user whose session is at aal2. The clock is moved on, so that the next code is a new one. */
export async function signUpWithAal2(
  service: TestService,
): Promise<{ owner: Owner; app: App; before: Owner }> {
  const before = await signUpOwner(service);
  const app = await enrollApp(service, before);
  const challengeId = await challenge(service, before, app.factorId);
  const code = codeOf(service, app);
  const { body } = await verify(service, before, app.factorId, { challenge_id: challengeId, code });
  service.advance(60);
  return {
    owner: { email: before.email, token: body.access_token, refreshToken: body.refresh_token },
    app,
    before,
  };
}

export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
