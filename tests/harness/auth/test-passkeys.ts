/** For tests: a configuration with passkeys, and helpers to register and use one. */
import type { Answer, TestService } from './test-service.ts';

export const keyOrigin = 'https://login.example.com';

export const keyToml = `
[auth]
site_url = "https://example.com"
minimum_password_length = 6
enable_anonymous_sign_ins = true
[auth.email]
enable_confirmations = false
[auth.mfa.web_authn]
enroll_enabled = true
verify_enabled = true
[auth.mfa.recovery_codes]
enroll_enabled = true
verify_enabled = true
[auth.passkey]
enabled = true
max_passkeys_per_user = 3
[auth.webauthn]
rp_display_name = "Example"
rp_id = "example.com"
rp_origins = ["https://login.example.com", "https://example.com/"]
`;

export interface Ceremony {
  challengeId: string;
  options: Answer['body'];
}

export async function startRegistration(service: TestService, token: string): Promise<Ceremony> {
  return toCeremony(await service.post('/passkeys/registration/options', {}, { token }));
}

export function finishRegistration(
  service: TestService,
  token: string,
  { challengeId }: Ceremony,
  credential: unknown,
): Promise<Answer> {
  return service.post('/passkeys/registration/verify', { challenge_id: challengeId, credential }, { token });
}

export async function startAuthentication(service: TestService): Promise<Ceremony> {
  return toCeremony(await service.post('/passkeys/authentication/options', {}));
}

export function finishAuthentication(
  service: TestService,
  { challengeId }: Ceremony,
  credential: unknown,
): Promise<Answer> {
  return service.post('/passkeys/authentication/verify', { challenge_id: challengeId, credential });
}

function toCeremony(answer: Answer): Ceremony {
  if (answer.status !== 200) throw new Error(`No ceremony: ${JSON.stringify(answer.body)}`);
  return { challengeId: answer.body.challenge_id, options: answer.body.options };
}
