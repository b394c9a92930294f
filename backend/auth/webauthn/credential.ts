/** The public part of an authenticator's key. */
export interface Credential {
  /** Base64url. */
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  signCount: number;
  transports: string[];
  /** Whether the key can be synced to other devices of its owner. This never changes. */
  isBackupEligible: boolean;
}

/** What is known about a key when it was created. */
export interface NewCredential extends Credential {
  isBackedUp: boolean;
  isUserVerified: boolean;
  /** The model of the authenticator, if it sends it. */
  aaguid: string;
  attestation: string;
}

/** What one use of a key changes. */
export interface CredentialUse {
  signCount: number;
  isBackedUp: boolean;
}
