/** An authenticator in software: it makes ES256 keys and uses them as a browser and a security key do together. `Overrides` make it answer falsely. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type Cbor, toCbor } from './cbor.ts';

/** What this authenticator reads of the options that a server gives a browser. */
export interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}
export interface RequestOptions {
  challenge: string;
  rpId?: string;
}

/** Values of an answer that differ from a correct one. */
export interface Overrides {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  isPresent?: boolean;
  isVerified?: boolean;
  isBackupEligible?: boolean;
  /** The counter that is sent instead of the true one. */
  count?: number;
  attestation?: 'none' | 'packed' | 'android-key';
  aaguid?: string;
  signature?: Buffer;
  userHandle?: string | null;
}

export interface Registration {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: { clientDataJSON: string; attestationObject: string; transports: 'internal'[] };
}

export interface Assertion {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
}

export interface Authenticator {
  create(options: CreationOptions, overrides?: Overrides): Registration;
  get(options: RequestOptions, overrides?: Overrides): Assertion;
  /** A second authenticator with the same key, which counts for itself. */
  copy(): Authenticator;
}

interface State {
  id: Buffer;
  privateKey: KeyObject;
  publicKey: Buffer;
  userHandle: string;
  count: number;
}

export function createAuthenticator(origin: string, state: State = createState()): Authenticator {
  const rpId = new URL(origin).hostname;
  const id = state.id.toString('base64url');
  const envelope = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;

  function clientData(type: string, challenge: string, overrides: Overrides): Buffer {
    const members = { type, challenge, origin, crossOrigin: false, ...pick(overrides, clientDataMembers) };
    return Buffer.from(JSON.stringify(members));
  }

  function authenticatorData(rpId: string, overrides: Overrides, attested: Buffer = Buffer.alloc(0)): Buffer {
    const { isPresent = true, isVerified = true, isBackupEligible = false, count = state.count } = overrides;
    const flags =
      (isPresent ? 1 : 0) |
      (isVerified ? 4 : 0) |
      (isBackupEligible ? 8 : 0) |
      (attested.length > 0 ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(overrides.rpId ?? rpId), Buffer.from([flags]), counter, attested]);
  }

  return {
    create(options, overrides = {}) {
      state.userHandle = options.user.id;
      const aaguid = Buffer.from((overrides.aaguid ?? '').replaceAll('-', '').padEnd(32, '0'), 'hex');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(state.id.length);
      const attested = Buffer.concat([aaguid, length, state.id, state.publicKey]);
      const data = authenticatorData(options.rp.id ?? rpId, overrides, attested);
      const client = clientData('webauthn.create', options.challenge, overrides);
      const format = overrides.attestation ?? 'none';
      const signed = () => overrides.signature ?? signBytes(state, data, client);
      const statement: Cbor = format === 'none' ? {} : { alg: -7, sig: signed() };
      return {
        ...envelope,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: toCbor({ fmt: format, attStmt: statement, authData: data }).toString(
            'base64url',
          ),
          transports: ['internal'],
        },
      };
    },
    get(options, overrides = {}) {
      state.count += 1;
      const data = authenticatorData(options.rpId ?? rpId, overrides);
      const client = clientData('webauthn.get', options.challenge, overrides);
      const userHandle = overrides.userHandle === undefined ? state.userHandle : overrides.userHandle;
      return {
        ...envelope,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: (overrides.signature ?? signBytes(state, data, client)).toString('base64url'),
          ...(userHandle === null ? {} : { userHandle }),
        },
      };
    },
    copy: () => createAuthenticator(origin, { ...state }),
  };
}

const clientDataMembers = ['type', 'challenge', 'origin', 'crossOrigin'] as const;

function pick(overrides: Overrides, names: readonly (keyof Overrides)[]): object {
  return Object.fromEntries(
    names.flatMap((name) => (overrides[name] === undefined ? [] : [[name, overrides[name]]])),
  );
}

function createState(): State {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => Buffer.from(text, 'base64url');
  // Kind of key, algorithm, curve and the point on it, by their numbers in COSE.
  const numbered = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
  return { id: randomBytes(32), privateKey, publicKey: toCbor(numbered), userHandle: '', count: 0 };
}

function signBytes(state: State, data: Buffer, client: Buffer): Buffer {
  return sign('sha256', Buffer.concat([data, sha256(client)]), state.privateKey);
}

function sha256(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}
