/** A key that an authenticator has made, as far as the server knows it. */
export interface Credential {
  /** Base64url. */
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  signCount: number;
  transports: string[];
  /** Whether the key can be copied to other devices of its owner. This never changes. */
  isBackupEligible: boolean;
}

/** What was learnt about a key when it was made. */
export interface NewCredential extends Credential {
  isBackedUp: boolean;
  isUserVerified: boolean;
  /** The model of the authenticator, if it says so. */
  aaguid: string;
  attestation: string;
}

/** What one use of a key changes. */
export interface CredentialUse {
  signCount: number;
  isBackedUp: boolean;
}
