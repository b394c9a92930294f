import type { SamlServiceProvider } from '../service/ports.ts';
import type { Assertion, Confirmation } from './read-assertion.ts';
import type { SamlResponse } from './signed-response.ts';
import { XmlError } from './strict-xml.ts';

/** The maximum difference between two clocks. */
const leewayMs = 60_000;
/** Browsers deliver an assertion at once. An older one was stored by an attacker. */
const maxAgeMs = 10 * 60_000;

export interface Expectation {
  sp: SamlServiceProvider;
  entityId: string;
  /** Our request; undefined when the identity provider begins the sign-in. */
  requestId: string | undefined;
  now: Date;
}

/** Checks the response element: signed or not, it must not contradict what is expected. */
export function checkResponse(response: SamlResponse, expected: Expectation): void {
  if (response.destination !== undefined && response.destination !== expected.sp.acsUrl)
    throw new XmlError('it was sent to another destination');
  if (response.isResponseSigned && response.destination === undefined)
    throw new XmlError('it is signed and names no destination');
  if (response.issuer !== undefined && response.issuer !== expected.entityId)
    throw new XmlError('it is from another identity provider');
  checkRequest(response.inResponseTo, expected, response.inResponseTo !== undefined);
}

/** Whether a signed assertion is meant for us, now, and answers our request. Returns when it expires. */
export function checkAssertion(assertion: Assertion, expected: Expectation): Date {
  const now = expected.now.getTime();
  if (assertion.issuer !== expected.entityId)
    throw new XmlError('its assertion is from another identity provider');
  if (assertion.issuedAt.getTime() > now + leewayMs) throw new XmlError('its assertion is from the future');
  if (assertion.issuedAt.getTime() < now - maxAgeMs) throw new XmlError('its assertion is too old');
  checkTimes(assertion, now);
  const isForOurAudience =
    assertion.audiences.length > 0 &&
    assertion.audiences.every((audience) => audience.includes(expected.sp.entityId));
  if (!isForOurAudience) throw new XmlError('its assertion is meant for another audience');
  const end = checkConfirmations(assertion.confirmations, expected);
  if (assertion.sessionEnd !== undefined && assertion.sessionEnd.getTime() <= now)
    throw new XmlError('the session at the identity provider has ended');
  return new Date(Math.max(end, assertion.notOnOrAfter?.getTime() ?? 0) + leewayMs);
}

/** One of them must match. If none does, the first error is thrown. */
function checkConfirmations(confirmations: Confirmation[], expected: Expectation): number {
  const faults: unknown[] = [];
  for (const confirmation of confirmations) {
    try {
      return checkConfirmation(confirmation, expected);
    } catch (fault) {
      faults.push(fault);
    }
  }
  throw faults[0] ?? new XmlError('its assertion confirms no bearer');
}

function checkConfirmation(confirmation: Confirmation, expected: Expectation): number {
  if (confirmation.recipient !== expected.sp.acsUrl)
    throw new XmlError('its assertion is meant for another recipient');
  if (confirmation.notOnOrAfter === undefined) throw new XmlError('its assertion has no end');
  checkTimes(confirmation, expected.now.getTime());
  checkRequest(confirmation.inResponseTo, expected, true);
  return confirmation.notOnOrAfter.getTime();
}

/**
 * An answer belongs to one request. One that answers a request is not accepted as unsolicited either: otherwise an attacker could
 * take it from the browser that asked, and deliver it with another.
 */
function checkRequest(inResponseTo: string | undefined, expected: Expectation, isRequired: boolean): void {
  if (inResponseTo === expected.requestId || (inResponseTo === undefined && !isRequired)) return;
  throw new XmlError('it does not answer the request that was made');
}

function checkTimes(
  window: { notBefore: Date | undefined; notOnOrAfter: Date | undefined },
  now: number,
): void {
  if (window.notBefore !== undefined && now + leewayMs < window.notBefore.getTime())
    throw new XmlError('its assertion is not valid yet');
  if (window.notOnOrAfter !== undefined && now - leewayMs >= window.notOnOrAfter.getTime())
    throw new XmlError('its assertion has expired');
}
