import { ServiceError } from '../../http/service-error.ts';
import { parseEmail } from '../accounts/addresses.ts';
import type { Metadata } from '../accounts/user-row.ts';
import type { Assertion } from './read-assertion.ts';
import { nameIdFormats } from './saml-names.ts';
import type { AttributeMapping, AttributeRule } from './sso-provider.ts';

/** Claims that stand beside `sub`; all other mapped claims go into `custom_claims`. */
const profileClaims = new Set([
  'name',
  'family_name',
  'given_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'updated_at',
  'phone',
  'full_name',
  'avatar_url',
  'slug',
  'provider_id',
  'user_name',
]);

/** Claims that the mapping cannot set. */
const reservedClaims = new Set([
  'iss',
  'sub',
  'aud',
  'iat',
  'exp',
  'email',
  'email_verified',
  'phone_verified',
]);

/** The identity of an assertion, by its provider's attribute mapping. */
export function toClaims(
  assertion: Assertion,
  mapping: AttributeMapping,
): Metadata & { sub: string; email: string } {
  const sub = subjectOf(assertion);
  const mapped = Object.entries(mapping.keys ?? {}).flatMap(([claim, rule]): [string, unknown][] => {
    const value = mappedValue(assertion, rule);
    return value === undefined || value === null ? [] : [[claim, value]];
  });
  const chosen = mapped.find(([claim]) => claim === 'email')?.[1];
  const email = parseEmail(
    requireEmail(typeof chosen === 'string' && chosen !== '' ? chosen : emailOf(assertion)),
  );
  const free = mapped.filter(([claim]) => !reservedClaims.has(claim));
  const isProfile = ([claim, value]: [string, unknown]) =>
    profileClaims.has(claim) && typeof value === 'string';
  const custom = free.filter((entry) => !isProfile(entry));
  return {
    ...Object.fromEntries(free.filter(isProfile)),
    ...(custom.length > 0 ? { custom_claims: Object.fromEntries(custom) } : {}),
    iss: assertion.issuer,
    sub,
    email,
    email_verified: true,
    phone_verified: false,
  };
}

/** A stable id: the subject identifier, else the NameID, unless it is transient. */
function subjectOf(assertion: Assertion): string {
  const [subjectId] = valuesOf(assertion, 'urn:oasis:names:tc:SAML:attribute:subject-id');
  const { value = '', format = '' } = assertion.nameId ?? {};
  const byFormat = format === nameIdFormats.email ? value.toLowerCase() : value;
  const subject = subjectId ?? (format === nameIdFormats.transient ? '' : byFormat);
  if (subject !== '' && subject.length <= 1024) return subject;
  const message =
    'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user';
  throw new ServiceError('saml_assertion_no_user_id', 400, message);
}

/** Common attribute names for an email address. */
const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'email',
];

function emailOf(assertion: Assertion): string {
  const found = emailAttributes.flatMap((name) => valuesOf(assertion, name)).find((value) => value !== '');
  if (found !== undefined) return found;
  return assertion.nameId?.format === nameIdFormats.email ? assertion.nameId.value : '';
}

function requireEmail(email: string): string {
  if (email !== '') return email;
  const message = 'SAML Assertion does not contain an email address';
  throw new ServiceError('saml_assertion_no_email', 400, message);
}

/** The first of the named attributes that exists, one value or all of them; else the default. */
function mappedValue(assertion: Assertion, rule: AttributeRule): unknown {
  for (const name of [...(rule.name ? [rule.name] : []), ...(rule.names ?? [])]) {
    const values = valuesOf(assertion, name).filter((value) => value !== '');
    if (values.length > 0) return rule.array === true ? values : values[0];
  }
  return rule.default;
}

/** Attributes are matched by name or friendly name, ignoring case. */
function valuesOf(assertion: Assertion, name: string): string[] {
  const wanted = name.toLowerCase();
  return assertion.attributes
    .filter((attribute) =>
      [attribute.name, attribute.friendlyName].some((own) => own.toLowerCase() === wanted),
    )
    .flatMap((attribute) => attribute.values);
}
