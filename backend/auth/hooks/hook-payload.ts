import type { HookName } from '../../config/read-hooks.ts';
import type { AuthService } from '../service/service.ts';

/** Read by hooks: keep these names. They differ from those in config.toml. */
const wireNames: Record<HookName, string> = {
  send_sms: 'send-sms',
  send_email: 'send-email',
  custom_access_token: 'customize-access-token',
  mfa_verification_attempt: 'mfa-verification',
  password_verification_attempt: 'password-verification',
  before_user_created: 'before-user-created',
  after_user_created: 'after-user-created',
};

/** Read by hooks: keep these keys. */
export interface HookMetadata {
  uuid: string;
  time: string;
  name: string;
  ip_address?: string;
}

/** The common part of every payload. */
export function hookMetadata(
  service: Pick<AuthService, 'clock' | 'random'>,
  name: HookName,
  clientAddress: string,
): HookMetadata {
  return {
    uuid: service.random.uuid(),
    time: service.clock.now().toISOString(),
    name: wireNames[name],
    ...(clientAddress === '' ? {} : { ip_address: clientAddress }),
  };
}
