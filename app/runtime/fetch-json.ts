import { FetchError, type FetchOptions, ofetch } from 'ofetch';

export interface JsonResponse {
  status: number;
  /** Undefined when there is no body. */
  body: unknown;
}

/** Fetches JSON with one retry of safe methods. An error status is an answer, too; without an answer it throws. */
export async function fetchJson(address: string, options: FetchOptions<'json'> = {}): Promise<JsonResponse> {
  const { status, _data: body } = await ofetch.raw<unknown>(address, options).catch((error: unknown) => {
    if (error instanceof FetchError && error.response) return error.response;
    throw error;
  });
  return { status, body };
}
