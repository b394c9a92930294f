import { OAuthError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';
import { defaultScope, parseScopes, supportedScopes } from './scopes.ts';

/** The parameters of an authorization request, once its redirect URI is verified. */
export interface AuthorizeParameters {
  scope: string;
  state: string;
  nonce: string;
  resource: string;
  codeChallenge: string;
}

const maxLengths = { state: 4096, nonce: 255, resource: 2048 } as const;

/** Throws the error for the application, with the names of RFC 6749, OpenID Connect and RFC 8707. */
export function parseAuthorizeParameters(service: AuthService, query: URLSearchParams): AuthorizeParameters {
  const repeated = [...query.keys()].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) throw new OAuthError('invalid_request', 'a parameter is there more than once');
  const read = (name: string) => query.get(name) ?? '';
  const responseType = read('response_type') || 'code';
  if (responseType !== 'code')
    throw new OAuthError('unsupported_response_type', 'only response_type=code is supported');
  if (!['', 'query'].includes(read('response_mode')))
    throw new OAuthError('invalid_request', 'only response_mode=query is supported');
  for (const name of ['request', 'request_uri'])
    if (query.has(name)) throw new OAuthError(`${name}_not_supported`, `${name} is not supported`);
  // No user is known here before the consent page is opened.
  if (read('prompt') === 'none')
    throw new OAuthError('interaction_required', 'the user must be asked, and prompt=none forbids it');
  for (const [name, length] of Object.entries(maxLengths)) {
    if (read(name).length > length || read(name).includes('\0'))
      throw new OAuthError('invalid_request', `${name} must be at most ${length} characters of text`);
  }
  return {
    scope: parseScope(service, read('scope') || defaultScope),
    state: read('state'),
    nonce: read('nonce'),
    resource: parseResource(read('resource')),
    codeChallenge: parseChallenge(read('code_challenge'), read('code_challenge_method')),
  };
}

function parseScope(service: AuthService, text: string): string {
  const scopes = parseScopes(text);
  if (scopes.length === 0) throw new OAuthError('invalid_scope', 'scope parameter cannot be empty');
  const unknown = scopes.find((scope) => !supportedScopes(service).includes(scope));
  if (unknown === 'openid') {
    const reason = 'this server has no key pair to sign ID tokens with (signing_keys_path)';
    throw new OAuthError('invalid_scope', `unsupported scope: openid; ${reason}`);
  }
  if (unknown !== undefined)
    throw new OAuthError('invalid_scope', `unsupported scope: ${unknown.slice(0, 60)}`);
  return scopes.join(' ');
}

function parseResource(text: string): string {
  if (text === '') return '';
  const fault = !URL.canParse(text)
    ? 'resource must be an absolute URI'
    : /[#?]/.test(text)
      ? 'resource must not include a query or a fragment'
      : undefined;
  if (fault !== undefined) throw new OAuthError('invalid_target', fault);
  return text;
}

/** A plain challenge would be the verifier itself, visible to every reader of the URL. */
function parseChallenge(challenge: string, method: string): string {
  if (challenge === '' || method === '') {
    throw new OAuthError(
      'invalid_request',
      'PKCE flow requires both code_challenge and code_challenge_method',
    );
  }
  if (method.toLowerCase() !== 's256')
    throw new OAuthError('invalid_request', "code_challenge_method must be 'S256'");
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be the base64url of a SHA-256 hash');
  }
  return challenge;
}
