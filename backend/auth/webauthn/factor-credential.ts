import { z } from 'zod';
import type { Credential, NewCredential } from './credential.ts';

/** The column mfa_factors.web_authn_credential, in the format of Supabase's server. */
const stored = z.object({
  id: z.base64(),
  publicKey: z.base64(),
  transport: z.array(z.string()).nullish(),
  flags: z.object({ backupEligible: z.boolean().default(false) }).default({ backupEligible: false }),
  authenticator: z.object({ signCount: z.number().default(0) }).default({ signCount: 0 }),
});

export function parseFactorCredential(column: unknown): Credential {
  const parsed = stored.parse(column);
  return {
    id: Buffer.from(parsed.id, 'base64').toString('base64url'),
    publicKey: Uint8Array.from(Buffer.from(parsed.publicKey, 'base64')),
    signCount: parsed.authenticator.signCount,
    transports: parsed.transport ?? [],
    isBackupEligible: parsed.flags.backupEligible,
  };
}

export function toFactorCredential(key: NewCredential) {
  return {
    id: Buffer.from(key.id, 'base64url').toString('base64'),
    publicKey: Buffer.from(key.publicKey).toString('base64'),
    attestationType: key.attestation,
    transport: key.transports,
    flags: {
      userPresent: true,
      userVerified: key.isUserVerified,
      backupEligible: key.isBackupEligible,
      backupState: key.isBackedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(key.aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: key.signCount,
      cloneWarning: false,
      attachment: '',
    },
  };
}
