import site from '../../site.config.ts';
import { beginFlow, flowParameter } from '../session/begun-flows.ts';

/** The redirect address for mail links and providers. Each one names a flow that this browser began, and is valid for one return. */
export function callbackAddress(): string {
  return `${location.origin}${site.signIn.callback}?${flowParameter}=${beginFlow()}`;
}
