import { readFormBody } from '../../http/form-body.ts';
import { OAuthError, ServiceError } from '../../http/service-error.ts';
import type { AuthRequest } from '../service/request.ts';

/** The parameters of a token request. A missing one is empty. */
export type TokenParameters = (name: string) => string;

/** Reads a form, as OAuth requires, or JSON, which the reference server accepts as well. */
export async function readTokenParameters(request: AuthRequest): Promise<TokenParameters> {
  try {
    const isJson = request.headers.get('Content-Type')?.includes('application/json') === true;
    return isJson ? fromJson(await request.json()) : fromForm(await readFormBody(request.raw));
  } catch (error) {
    if (error instanceof ServiceError && error.status === 400)
      throw new OAuthError('invalid_request', error.message);
    throw error;
  }
}

function fromForm(form: URLSearchParams): TokenParameters {
  for (const name of form.keys()) {
    if (form.getAll(name).length > 1)
      throw new OAuthError('invalid_request', 'a parameter is there more than once');
  }
  return (name) => form.get(name) ?? '';
}

function fromJson(body: unknown): TokenParameters {
  const members = new Map<string, unknown>(Object.entries(Object(body)));
  return (name) => {
    const value = members.get(name) ?? '';
    if (typeof value !== 'string') throw new OAuthError('invalid_request', `${name} must be text`);
    return value;
  };
}
