import { z } from 'zod';
import { optionalText } from '../service/body-shapes.ts';
import type { AuthMethod, ClientType } from './client-row.ts';
import { findRedirectUriFault } from './redirect-uris.ts';

const optionalList = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? undefined);

export const registrationShape = z.object({
  redirect_uris: optionalList,
  client_type: optionalText,
  token_endpoint_auth_method: optionalText,
  grant_types: optionalList,
  response_types: optionalList,
  client_name: optionalText,
  client_uri: optionalText,
  logo_uri: optionalText,
});

/** The metadata of an application, validated. */
export interface ClientMetadata {
  redirectUris: string[];
  clientType: ClientType;
  authMethod: AuthMethod;
  grantTypes: string[];
  name: string;
  uri: string;
  logoUri: string;
}

/** An invalid member of the metadata, and the reason. */
export class MetadataError extends Error {
  readonly member: string;

  constructor(member: string, reason: string) {
    super(`${member} ${reason}`);
    this.name = 'MetadataError';
    this.member = member;
  }
}

const authMethods = ['none', 'client_secret_basic', 'client_secret_post'];
const grantTypes = ['authorization_code', 'refresh_token'];

export function parseRegistration(body: z.infer<typeof registrationShape>): ClientMetadata {
  const { response_types: responses } = body;
  if (responses?.some((type) => type !== 'code'))
    throw new MetadataError('response_types', 'may hold "code" only');
  const requested = body.token_endpoint_auth_method;
  const authMethod = requested === '' ? undefined : parseAuthMethod(requested);
  const clientType = parseClientType(body.client_type, authMethod);
  return {
    redirectUris: parseRedirectUris(body.redirect_uris ?? []),
    clientType,
    authMethod: authMethod ?? (clientType === 'public' ? 'none' : 'client_secret_basic'),
    grantTypes: body.grant_types?.length ? parseGrantTypes(body.grant_types) : grantTypes,
    name: parseName(body.client_name),
    uri: parseHttpUrl('client_uri', body.client_uri),
    logoUri: parseHttpUrl('logo_uri', body.logo_uri),
  };
}

export function parseRedirectUris(uris: string[]): string[] {
  if (uris.length === 0) throw new MetadataError('redirect_uris', 'is required and cannot be empty');
  if (uris.length > 10) throw new MetadataError('redirect_uris', 'cannot exceed 10 items');
  for (const uri of uris) {
    const fault = findRedirectUriFault(uri);
    if (fault !== undefined)
      throw new MetadataError('redirect_uris', `holds an invalid address "${uri.slice(0, 200)}": ${fault}`);
  }
  return uris;
}

export function parseGrantTypes(types: string[]): string[] {
  if (types.length === 0) throw new MetadataError('grant_types', 'cannot be empty');
  if (types.some((type) => !grantTypes.includes(type))) {
    throw new MetadataError('grant_types', 'must only contain "authorization_code" and/or "refresh_token"');
  }
  return [...new Set(types)];
}

/** Users decide by this name, so it must not contain invisible characters or bidirectional overrides. */
export function parseName(name: string): string {
  if ([...name].length > 1024) throw new MetadataError('client_name', 'cannot exceed 1024 characters');
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name.replaceAll('\u200d', '')))
    throw new MetadataError('client_name', 'must not contain control characters');
  return name.trim();
}

export function parseHttpUrl(member: string, text: string): string {
  if (text === '') return '';
  if (text.length > 2048) throw new MetadataError(member, 'cannot exceed 2048 characters');
  if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text))
    throw new MetadataError(member, 'must be a valid URL that begins with https:// or http://');
  return text;
}

export function parseAuthMethod(text: string): AuthMethod {
  if (text === 'none' || text === 'client_secret_basic' || text === 'client_secret_post') return text;
  throw new MetadataError('token_endpoint_auth_method', `must be one of ${authMethods.join(', ')}`);
}

/** A public application has no secret; a confidential one always authenticates with it. */
export function matchesClientType(type: ClientType, method: AuthMethod): boolean {
  return (type === 'public') === (method === 'none');
}

function parseClientType(text: string, method: AuthMethod | undefined): ClientType {
  if (text === '') return method === 'none' ? 'public' : 'confidential';
  if (text !== 'public' && text !== 'confidential')
    throw new MetadataError('client_type', 'must be "public" or "confidential"');
  if (method !== undefined && !matchesClientType(text, method)) {
    throw new MetadataError(
      'client_type',
      `"${text}" does not go with token_endpoint_auth_method "${method}"`,
    );
  }
  return text;
}
