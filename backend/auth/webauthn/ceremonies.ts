/**
 * The two ceremonies of WebAuthn: making a key and using it. All that needs the library is here; it takes a third of a second to
 * load, so this file is imported when somebody has a key, not when the server starts.
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

/** ES256, Ed25519 and RS256: what every authenticator and every server knows. */
const algorithms = [-7, -8, -257];

/** We ask for none. These are checked without lists that would have to be fetched from somewhere; older security keys give the last. */
const attestations: string[] = ['none', 'packed', 'fido-u2f'];

export interface CeremonyRules {
  challenge: Uint8Array<ArrayBuffer>;
  lifetimeSeconds: number;
  /** A key that stands alone has to know its owner, by a PIN or a fingerprint. Beside a password, touching it is enough. */
  isAlone: boolean;
}

type KnownKey = Pick<Credential, 'id' | 'transports'>;

export function toCreationOptions(
  party: RelyingParty,
  holder: UserEntity,
  known: KnownKey[],
  rules: CeremonyRules,
) {
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: holder.handle,
    userName: holder.name,
    userDisplayName: holder.displayName,
    challenge: rules.challenge,
    timeout: rules.lifetimeSeconds * 1000,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: {
      residentKey: rules.isAlone ? 'required' : 'discouraged',
      userVerification: rules.isAlone ? 'required' : 'preferred',
    },
    supportedAlgorithmIDs: algorithms,
  });
}

/** Without allowed keys, whoever holds the authenticator chooses among those that it has for us. */
export function toRequestOptions(party: RelyingParty, allowed: KnownKey[], rules: CeremonyRules) {
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: rules.challenge,
    timeout: rules.lifetimeSeconds * 1000,
    userVerification: rules.isAlone ? 'required' : 'preferred',
    allowCredentials: allowed,
  });
}

/** What a check compares with. The challenge is base64url. */
export interface Expectation {
  party: RelyingParty;
  challenge: string;
  isAlone: boolean;
}

/** The key that was made. Throws when anything about it is not as it was asked for. */
export async function checkRegistration(given: Registration, wanted: Expectation): Promise<NewCredential> {
  requireOwnFrame(given.response.clientDataJSON);
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
    requireUserVerification: wanted.isAlone,
    supportedAlgorithmIDs: algorithms,
  });
  if (!checked.verified) throw new Error('the attestation does not hold');
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

/** Throws when the key was not used as it was asked for, or has been copied: then its counter falls behind. */
export async function checkAssertion(
  given: Assertion,
  key: Credential,
  wanted: Expectation,
): Promise<CredentialUse> {
  requireOwnFrame(given.response.clientDataJSON);
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
    requireUserVerification: wanted.isAlone,
  });
  if (given.id !== key.id) throw new Error('the response is of another key');
  if (!checked.verified) throw new Error('the signature does not hold');
  const info = checked.authenticationInfo;
  if ((info.credentialDeviceType === 'multiDevice') !== key.isBackupEligible) {
    throw new Error('the key was made for one device and is said to be for several, or the other way round');
  }
  return { signCount: info.newCounter, isBackedUp: info.credentialBackedUp };
}

/** A page of ours within a page of somebody else may be shown to people who do not know what they confirm. */
function requireOwnFrame(clientData: string): void {
  if (decodeClientDataJSON(clientData).crossOrigin) throw new Error('it comes from a frame in another site');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}
