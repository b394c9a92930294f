import type { z } from 'zod';
import { ServiceError } from './service-error.ts';

/** Checks a value from a client against its shape. The sentence names the first member that does not fit. */
export function parseShape<T>(shape: z.ZodType<T>, value: unknown): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  const what = issue?.message ?? 'the value does not fit';
  throw new ServiceError(
    'bad_json',
    400,
    where === '' ? `Request body: ${what}` : `Request body, ${where}: ${what}`,
  );
}
