import { readText } from './json-body.ts';
import { ServiceError } from './service-error.ts';

/** Reads a form body (`a=1&b=2`) of at most 1 MB and rejects what Postgres cannot store. */
export async function readFormBody(request: Request): Promise<URLSearchParams> {
  const form = new URLSearchParams(await readText(request));
  for (const [name, value] of form) {
    if (name.includes('\0') || value.includes('\0')) {
      throw ServiceError.validationFailed('The form contains a character that cannot be stored.');
    }
  }
  return form;
}
