import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../http/service-error.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { isAllowedRedirect } from './redirect.ts';

/** Longer than any flow: SAML allows ten minutes unless config.toml says otherwise. */
const lifetimeSeconds = 900;

/**
 * The cookie that binds a flow to the browser that begins it, where `same_browser_only` is set. Each flow has its own cookie, so
 * that several tabs can sign in at once. Its value is derived from the flow's id with a key that only this service has.
 */
export function flowCookie(
  request: AuthRequest,
  service: AuthService,
  flow: { id: string; returnsByPost: boolean },
): string | undefined {
  if (!service.config.stricter.sameBrowserOnly || isForeignPage(request, service)) return undefined;
  const isSecure = isHttps(service);
  // A cross-site form post sends no Lax cookies, and browsers accept SameSite=None only with Secure.
  const site = flow.returnsByPost
    ? ['SameSite=None', 'Secure']
    : ['SameSite=Lax', ...(isSecure ? ['Secure'] : [])];
  const value = cookieValueOf(service, flow.id);
  return [
    `${nameOf(service, flow.id)}=${value}`,
    ...cookieScope(service),
    `Max-Age=${lifetimeSeconds}`,
    ...site,
  ].join('; ');
}

/** Removes the cookie of a flow that has ended. */
export function clearFlowCookie(service: AuthService, id: string): string | undefined {
  if (!service.config.stricter.sameBrowserOnly) return undefined;
  const secure = isHttps(service) ? ['Secure'] : [];
  return [`${nameOf(service, id)}=`, ...cookieScope(service), 'Max-Age=0', 'SameSite=Lax', ...secure].join(
    '; ',
  );
}

/** Whether the request comes from the browser that began the flow, or no setting asks for that. */
export function isFromSameBrowser(request: AuthRequest, service: AuthService, id: string): boolean {
  if (!service.config.stricter.sameBrowserOnly) return true;
  const name = nameOf(service, id);
  const wanted = Buffer.from(cookieValueOf(service, id));
  return (request.headers.get('Cookie') ?? '').split(/;\s*/).some((cookie) => {
    if (!cookie.startsWith(`${name}=`)) return false;
    const received = Buffer.from(cookie.slice(name.length + 1));
    return received.length === wanted.length && timingSafeEqual(received, wanted);
  });
}

export function startedInOtherBrowser(): ServiceError {
  const message =
    'This sign-in was begun in another browser, or too long ago. Please begin again in the browser that you are using now.';
  return new ServiceError('bad_oauth_state', 400, message);
}

/** A page of another site could read the flow's id from an answer to its script, so it gets no matching cookie. */
function isForeignPage(request: AuthRequest, service: AuthService): boolean {
  const origin = request.headers.get('Origin');
  return origin !== null && !isAllowedRedirect(`${origin}/`, service);
}

/** `__Host-` keeps other hosts of the same domain from setting it; browsers accept that prefix with HTTPS only. */
function nameOf(service: AuthService, id: string): string {
  return `${isHttps(service) ? '__Host-' : ''}sb-flow-${id}`;
}

function cookieScope(service: AuthService): string[] {
  const path = isHttps(service) ? '/' : new URL(service.externalUrl).pathname;
  return [`Path=${path}`, 'HttpOnly'];
}

function cookieValueOf(service: AuthService, id: string): string {
  return createHmac('sha256', service.flowKey).update(id).digest('base64url');
}

function isHttps(service: AuthService): boolean {
  return service.externalUrl.startsWith('https:');
}
