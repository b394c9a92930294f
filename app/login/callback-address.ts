import site from '../../site.config.ts';
import { flowParameter, startFlow } from '../session/started-flows.ts';

/** The redirect address for mail links and providers. Each one names a flow that this browser began, and is valid for one return. */
export function callbackAddress(): string {
  return `${location.origin}${site.signIn.callback}?${flowParameter}=${startFlow()}`;
}
