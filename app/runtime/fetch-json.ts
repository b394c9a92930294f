import { FetchError, type FetchOptions, ofetch } from 'ofetch';

export interface JsonResponse {
  status: number;
  /** Undefined when there is none. */
  body: unknown;
}

/** Asks by the client that tries safe methods once more. A refusal is an answer, too; where there is none, it throws. */
export async function fetchJson(address: string, options: FetchOptions<'json'> = {}): Promise<JsonResponse> {
  const { status, _data: body } = await ofetch.raw<unknown>(address, options).catch((error: unknown) => {
    if (error instanceof FetchError && error.response) return error.response;
    throw error;
  });
  return { status, body };
}
