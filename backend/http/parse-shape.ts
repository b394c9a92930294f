import type { z } from 'zod';
import { ServiceError } from './service-error.ts';

/** Validates a value from a client against a schema. The error names the first invalid member. */
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
