/**
 * The two ceremonies of WebAuthn: registration and authentication. Only this file needs the library, which takes a third of a
 * second to load, so it is imported at the first use and not at the start.
 */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Credential, CredentialUse, NewCredential } from './credential.ts';
import type { Assertion, Registration } from './credential-shapes.ts';
import type { RelyingParty } from './relying-party.ts';
import type { UserEntity } from './user-entity.ts';

/** ES256, Ed25519 and RS256: every authenticator and every server supports one of them. */
const algorithms = [-7, -8, -257];

/**
 * We request none. These formats are verified without lists that would have to be downloaded; older security keys send the last.
 */
const attestations: string[] = ['none', 'packed', 'fido-u2f'];

export interface CeremonyRules {
  challenge: Uint8Array<ArrayBuffer>;
  lifetimeSeconds: number;
  /** A passkey alone needs user verification, by a PIN or a fingerprint. As a second factor, user presence is enough. */
  isOnlyFactor: boolean;
}

type KnownKey = Pick<Credential, 'id' | 'transports'>;

export function toCreationOptions(
  party: RelyingParty,
  user: UserEntity,
  known: KnownKey[],
  rules: CeremonyRules,
) {
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: user.handle,
    userName: user.name,
    userDisplayName: user.displayName,
    challenge: rules.challenge,
    timeout: rules.lifetimeSeconds * 1000,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: {
      residentKey: rules.isOnlyFactor ? 'required' : 'discouraged',
      userVerification: rules.isOnlyFactor ? 'required' : 'preferred',
    },
    supportedAlgorithmIDs: algorithms,
  });
}

/** Without allowed keys, the user chooses among the keys that the authenticator has for us. */
export function toRequestOptions(party: RelyingParty, allowed: KnownKey[], rules: CeremonyRules) {
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: rules.challenge,
    timeout: rules.lifetimeSeconds * 1000,
    userVerification: rules.isOnlyFactor ? 'required' : 'preferred',
    allowCredentials: allowed,
  });
}

/** The expected values of a check. The challenge is base64url. */
export interface Expectation {
  party: RelyingParty;
  challenge: string;
  isOnlyFactor: boolean;
}

/** The new key. Throws when anything about it does not match the request. */
export async function checkRegistration(given: Registration, wanted: Expectation): Promise<NewCredential> {
  requireSameOriginFrame(given.response.clientDataJSON);
  const format = decodeAttestationObject(fromBase64(given.response.attestationObject)).get('fmt');
  if (!attestations.includes(format)) throw new Error(`attestation "${format}" was not asked for`);
  const { transports, ...response } = given.response;
  const checked = await verifyRegistrationResponse({
    response: {
      ...given,
      clientExtensionResults: {},
      response: transports ? { ...response, transports } : response,
    },
    expectedChallenge: wanted.challenge,
    expectedOrigin: wanted.party.origins,
    expectedRPID: wanted.party.id,
    requireUserVerification: wanted.isOnlyFactor,
    supportedAlgorithmIDs: algorithms,
  });
  if (!checked.verified) throw new Error('the attestation is invalid');
  const { credential, ...info } = checked.registrationInfo;
  if (credential.id !== given.id) throw new Error('the response names another key than it contains');
  return {
    id: credential.id,
    publicKey: credential.publicKey,
    signCount: credential.counter,
    transports: transports ?? [],
    isBackupEligible: info.credentialDeviceType === 'multiDevice',
    isBackedUp: info.credentialBackedUp,
    isUserVerified: info.userVerified,
    aaguid: info.aaguid,
    attestation: info.fmt,
  };
}

/** Throws when the key's answer does not match the request, or the key was cloned: then its counter is behind. */
export async function checkAssertion(
  given: Assertion,
  key: Credential,
  wanted: Expectation,
): Promise<CredentialUse> {
  requireSameOriginFrame(given.response.clientDataJSON);
  const { userHandle, ...response } = given.response;
  const checked = await verifyAuthenticationResponse({
    response: {
      ...given,
      clientExtensionResults: {},
      response: userHandle ? { ...response, userHandle } : response,
    },
    credential: { id: key.id, publicKey: key.publicKey, counter: key.signCount },
    expectedChallenge: wanted.challenge,
    expectedOrigin: wanted.party.origins,
    expectedRPID: wanted.party.id,
    requireUserVerification: wanted.isOnlyFactor,
  });
  if (given.id !== key.id) throw new Error('the response is of another key');
  if (!checked.verified) throw new Error('the signature is invalid');
  const info = checked.authenticationInfo;
  if ((info.credentialDeviceType === 'multiDevice') !== key.isBackupEligible) {
    throw new Error('the backup eligibility of the key has changed');
  }
  return { signCount: info.newCounter, isBackedUp: info.credentialBackedUp };
}

/** A page of ours in another site's frame may be shown to users who do not know what they confirm. */
function requireSameOriginFrame(clientData: string): void {
  if (decodeClientDataJSON(clientData).crossOrigin) throw new Error('it comes from a frame in another site');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}
