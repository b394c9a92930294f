import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service.ts';

type MessageKind = 'email' | 'sms';

/** Between two messages of a kind to one account the configured time must pass. */
export function requireSendPause(service: AuthService, kind: MessageKind, sentAt: Date | null): void {
  const pause = kind === 'email' ? service.config.email.maxFrequency : service.config.sms.maxFrequency;
  if (sentAt === null) return;
  const left = sentAt.getTime() / 1000 + pause - service.clock.now().getTime() / 1000;
  if (left > 0) throw tooSoon(kind, left);
}

/**
 * The same pause for an address that nobody has. Without it a second request would be refused for people who have an account
 * and accepted for all others.
 */
export async function requireSendPauseOfNobody(
  service: AuthService,
  kind: MessageKind,
  purpose: string,
  address: string,
): Promise<void> {
  const pause = kind === 'email' ? service.config.email.maxFrequency : service.config.sms.maxFrequency;
  if (pause <= 0) return;
  const name = `${kind}_pause_${purpose}`;
  const taken = await service.limits.take([
    { name, key: address, count: 1, intervalSeconds: pause, burst: 1 },
  ]);
  if (!taken.ok) throw tooSoon(kind, taken.retryAfterSeconds);
}

function tooSoon(kind: MessageKind, left: number): ServiceError {
  const code = kind === 'email' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit';
  const message = `For security purposes, you can only request this after ${Math.floor(left)} seconds.`;
  return new ServiceError(code, 429, message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(left))) },
  });
}
