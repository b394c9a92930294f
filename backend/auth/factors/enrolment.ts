import { z } from 'zod';
import { optionalText } from '../service/body-shapes.ts';

/** The body of POST /factors. */
export const enrolmentShape = z.object({
  friendly_name: optionalText,
  factor_type: optionalText,
  issuer: optionalText,
  phone: optionalText,
});
export type Enrolment = z.infer<typeof enrolmentShape>;
