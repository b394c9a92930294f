import site from '../../site.config.ts';

/** Where mail links and providers lead back to. */
export function callbackAddress(): string {
  return location.origin + site.signIn.callback;
}
