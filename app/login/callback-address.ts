import site from '../../site.config.ts';
import { beginFlow, flowParameter } from '../session/begun-flows.ts';

/** Where mail links and providers lead back to. Each address is good for one return, which is known then to be begun here. */
export function callbackAddress(): string {
  return `${location.origin}${site.signIn.callback}?${flowParameter}=${beginFlow()}`;
}
