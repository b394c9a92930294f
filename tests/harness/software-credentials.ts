/** For tests: `navigator.credentials` as a page sees it, with a software authenticator behind it. */
import type { Authenticator } from './software-authenticator.ts';

/** The client checks with instanceof that a credential is one of these. */
export class SoftwareCredential {
  readonly #json: object;

  constructor(json: object) {
    this.#json = json;
  }

  toJSON(): object {
    return this.#json;
  }
}

/** Options as a page passes them, with bytes instead of text. */
interface PageOptions {
  publicKey: {
    challenge: ArrayBuffer;
    rp?: { id?: string };
    rpId?: string;
    user?: { id: ArrayBuffer };
  };
}

export function createCredentials(authenticator: Authenticator) {
  return {
    async create({ publicKey }: PageOptions) {
      const user = { id: toText(publicKey.user?.id) };
      const challenge = toText(publicKey.challenge);
      return new SoftwareCredential(authenticator.create({ challenge, rp: publicKey.rp ?? {}, user }));
    },
    async get({ publicKey }: PageOptions) {
      const challenge = toText(publicKey.challenge);
      const { rpId } = publicKey;
      return new SoftwareCredential(
        authenticator.get(rpId === undefined ? { challenge } : { challenge, rpId }),
      );
    },
  };
}

function toText(bytes: ArrayBuffer = new ArrayBuffer(0)): string {
  return Buffer.from(bytes).toString('base64url');
}
