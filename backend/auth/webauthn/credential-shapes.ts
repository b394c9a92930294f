import { z } from 'zod';

/** Base64url, as browsers write bytes into JSON. */
const encoded = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/);

/** A credential id has 1023 bytes at most. */
const credentialId = encoded(1364);
const clientData = encoded(16_384);

/** What `PublicKeyCredential.toJSON()` gives after `navigator.credentials.create()`. */
export const registrationShape = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: encoded(65_536),
    transports: z.array(z.string().max(40)).max(20).nullish(),
  }),
});
export type Registration = z.infer<typeof registrationShape>;

/** The same after `navigator.credentials.get()`. */
export const assertionShape = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: encoded(16_384),
    signature: encoded(16_384),
    userHandle: encoded(128).nullish(),
  }),
});
export type Assertion = z.infer<typeof assertionShape>;
