import { z } from 'zod';
import { optionalData, optionalText } from '../service/body-shapes.ts';

export const linkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
export type GeneratedLinkType = (typeof linkTypes)[number];

/** The body of POST /admin/generate_link. */
export const linkInputShape = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalData,
  redirect_to: optionalText,
});
export type LinkInput = z.infer<typeof linkInputShape>;
