import { redirectResponse } from '../redirects/redirect-response.ts';

export function redirect(location: string, cookie?: string): Response {
  return redirectResponse(302, location, cookie);
}
