import type { BackupScheduleState, StoredBackup } from '../../../app/admin/health/health-data.ts';
import type { BackendConfig } from '../../../backend/config/read-config.ts';
import type { ProxyTrust } from '../../../backend/http/client-address.ts';

/** What becomes of mails: sent by a server or a hook, kept for this machine, or refused. */
export type MailDelivery = 'smtp' | 'hook' | 'page' | 'none';

/** What the settings of the embedded backend say about its safety. */
export interface SettingFacts {
  mail: MailDelivery;
  mayAnyoneSignUp: boolean;
  confirmsAddresses: boolean;
  minimumPasswordLength: number;
  hasCaptcha: boolean;
  hasWeakSecret: boolean;
}

/** A warning is something to mend; a hint is something to think about. */
export interface SettingFaults {
  warnings: string[];
  hints: string[];
}

/** Of the Supabase CLI and of its example for Docker: anyone can sign tokens with them. */
const knownSecrets = [
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
];
const fewestCharacters = 10;
const enoughLength = 8;
const dayMs = 24 * 3600_000;
const oldDays = 7;

export function readSettingFacts(
  auth: BackendConfig['auth'],
  { mail, jwtSecret }: { mail: MailDelivery; jwtSecret: string },
): SettingFacts {
  return {
    mail,
    mayAnyoneSignUp: auth.enableSignup && auth.email.enableSignup,
    confirmsAddresses: auth.email.enableConfirmations,
    minimumPasswordLength: auth.minimumPasswordLength,
    hasCaptcha: auth.captcha.enabled,
    hasWeakSecret: knownSecrets.includes(jwtSecret) || new Set(jwtSecret).size < fewestCharacters,
  };
}

export function isForThisMachine(siteUrl: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(siteUrl).hostname);
}

export interface FoundSettings {
  siteUrl: string;
  proxyTrust: ProxyTrust;
  /** Undefined with a hosted project, which has settings and backups of its own. */
  embedded:
    | {
        facts: SettingFacts;
        backups: readonly Pick<StoredBackup, 'created'>[];
        folder: string;
        schedule?: BackupScheduleState | undefined;
        placeFault?: string | undefined;
      }
    | undefined;
  hasSecondFactor: boolean;
  now: number;
}

/** Each names what is wrong and how it is mended. Most do not matter on a machine that only its owner reaches. */
export function findSettingFaults(found: FoundSettings): SettingFaults {
  const { embedded, siteUrl, proxyTrust } = found;
  const warnings: string[] = [];
  const hints: string[] = [];
  const isPublic = !isForThisMachine(siteUrl);
  const isEncrypted = siteUrl.startsWith('https:');
  if (embedded) findBackendFaults(embedded.facts, isPublic, { warnings, hints });
  if (isPublic && !isEncrypted)
    warnings.push(
      'The site is not encrypted: set SITE_URL to an https address, and put a proxy with a certificate in front.',
    );
  if (isEncrypted && 'hops' in proxyTrust && proxyTrust.hops === 0)
    warnings.push(
      'A proxy answers https for this site, and TRUST_PROXY is not set: all visitors have its address, so that limits of sign-ins count them as one. Set TRUST_PROXY=1.',
    );
  if (embedded) findBackupFaults(embedded, found.now, { warnings, hints });
  if (isPublic && !found.hasSecondFactor)
    hints.push(
      'Your account has no second factor, so that your password alone opens this area. Add an authenticator app on your account page.',
    );
  return { warnings, hints };
}

function findBackendFaults(facts: SettingFacts, isPublic: boolean, { warnings, hints }: SettingFaults): void {
  if (facts.hasWeakSecret && isPublic)
    warnings.push(
      'JWT_SECRET is a known or simple one, so that anyone can sign in as anyone: set a random one of 32 characters or more, or none to have it generated. Everyone signs in again after that.',
    );
  if (facts.mail === 'none')
    warnings.push(
      'No email can be sent: users cannot confirm an address, sign in by email or reset a password. Set [auth.email.smtp] in supabase/config.toml.',
    );
  if (facts.mayAnyoneSignUp && !facts.confirmsAddresses && isPublic)
    warnings.push(
      'Anyone can sign up with an address of another person: set enable_confirmations = true in [auth.email] of supabase/config.toml.',
    );
  if (facts.minimumPasswordLength < enoughLength)
    warnings.push(
      `Passwords of ${facts.minimumPasswordLength} characters are allowed: set minimum_password_length in [auth] of supabase/config.toml to ${enoughLength} or more.`,
    );
  if (facts.mayAnyoneSignUp && !facts.hasCaptcha && isPublic)
    hints.push(
      'Anyone can sign up without a captcha. If accounts of robots appear, set [auth.captcha] in supabase/config.toml, and the widget in site.config.ts.',
    );
}

function findBackupFaults(
  { backups, folder, schedule, placeFault }: NonNullable<FoundSettings['embedded']>,
  now: number,
  { warnings, hints }: SettingFaults,
): void {
  const [newest] = backups;
  if (schedule?.fault)
    warnings.push(`The backup that the site makes by itself failed: ${schedule.fault.message}`);
  if (placeFault) warnings.push(`The backups cannot be listed: ${placeFault}`);
  else if (!newest)
    hints.push(`There is no backup in ${folder} yet. Make one below, unless you keep them elsewhere.`);
  else {
    const days = Math.floor((now - Date.parse(newest.created)) / dayMs);
    if (days >= oldDays)
      warnings.push(`The last backup is ${days} days old. Make one below, and one each week.`);
  }
}
