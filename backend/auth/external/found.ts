import { sendBrowser } from '../guards/send-browser.ts';

export function found(location: string, cookie?: string): Response {
  return sendBrowser(302, location, cookie);
}
