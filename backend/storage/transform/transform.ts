import { z } from 'zod';
import { invalidRequest } from '../storage-error.ts';

/** The requested transformation. Sizes beyond the limits are clamped. */
const size = z.coerce
  .number()
  .int()
  .min(0)
  .transform((value) => Math.min(Math.max(value, 1), 2500));

export const transformShape = z.object({
  width: size.nullish(),
  height: size.nullish(),
  resize: z.enum(['cover', 'contain', 'fill']).nullish(),
  quality: z.coerce.number().int().min(20).max(100).nullish(),
  format: z.enum(['origin', 'webp', 'avif']).nullish(),
});

export type Transform = z.infer<typeof transformShape>;

const names = ['width', 'height', 'resize', 'quality', 'format'] as const;

export function parseTransform(query: URLSearchParams): Transform {
  const given = Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
  const result = transformShape.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidRequest(`${issue?.path.join('.') ?? 'transform'}: ${issue?.message ?? 'not valid'}`);
}

/** As stored in a token; read by `readTransform`. */
export function writeTransform(transform: Transform): string {
  return names.flatMap((name) => (transform[name] ? [`${name}:${transform[name]}`] : [])).join(',');
}

export function readTransform(text: string): Transform {
  return parseTransform(new URLSearchParams(text.split(',').map((pair) => pair.split(':', 2))));
}

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' };

/** The transformation in Supabase's notation. */
export function describeTransform({ width, height, resize, quality, format }: Transform): string {
  return [
    ...(height ? [`height:${height}`] : []),
    ...(width ? [`width:${width}`] : []),
    ...(width || height ? [`resizing_type:${resizingTypes[resize ?? 'cover']}`] : []),
    ...(quality ? [`quality:${quality}`] : []),
    ...(format && format !== 'origin' ? [`format:${format}`] : []),
  ].join(',');
}
