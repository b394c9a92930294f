import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import {
  type Assertion,
  assertionShape,
  type Registration,
  registrationShape,
} from '../webauthn/credential-shapes.ts';

export type WebauthnAnswer =
  | { type: 'create'; credential: Registration }
  | { type: 'request'; credential: Assertion };

const shape = z.object({ type: z.unknown().optional(), credential_response: z.unknown().optional() });

/** The member `webauthn` of a verification body. */
export function requireWebauthnAnswer(given: unknown): WebauthnAnswer {
  const found = shape.safeParse(given).data;
  if (found === undefined) throw ServiceError.validationFailed('WebAuthn config required');
  const { type, credential_response: response } = found;
  if (type !== 'create' && type !== 'request')
    throw ServiceError.validationFailed('WebAuthn type must be create or request');
  if (response === undefined || response === null)
    throw ServiceError.validationFailed('credential_response required');
  if (type === 'create') return { type, credential: parse(registrationShape, response) };
  return { type, credential: parse(assertionShape, response) };
}

function parse<T>(wanted: z.ZodType<T>, response: unknown): T {
  const parsed = wanted.safeParse(response);
  if (!parsed.success)
    throw ServiceError.validationFailed('Invalid credential_response', { cause: parsed.error });
  return parsed.data;
}
