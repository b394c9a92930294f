/** The part of npm `oidc-provider` that the tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Context {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      params: Record<string, string>;
      provider: { Grant: new (parts: { clientId: string; accountId: string }) => Grant };
    };
  }

  export default class Provider {
    /** Trusts X-Forwarded-Host and X-Forwarded-Proto. */
    proxy: boolean;
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>;
  }
}
