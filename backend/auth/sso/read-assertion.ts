import { bearerMethod, namespaces } from './saml-names.ts';
import { attributeOf, childrenOf, textOf, XmlError } from './strict-xml.ts';

/** The content of a signed assertion. */
export interface Assertion {
  id: string;
  issuer: string;
  issuedAt: Date;
  nameId: { value: string; format: string } | undefined;
  /** The bearer subject confirmations. */
  confirmations: Confirmation[];
  notBefore: Date | undefined;
  notOnOrAfter: Date | undefined;
  /** Audience restrictions, each a list of audiences. All of them must be satisfied. */
  audiences: string[][];
  attributes: { name: string; friendlyName: string; values: string[] }[];
  /** When the session at the provider ends. */
  sessionEnd: Date | undefined;
}

export interface Confirmation {
  recipient: string | undefined;
  inResponseTo: string | undefined;
  notBefore: Date | undefined;
  notOnOrAfter: Date | undefined;
}

export function readAssertion(element: Element): Assertion {
  if (element.namespaceURI !== namespaces.assertion || element.localName !== 'Assertion')
    throw new XmlError('the signed part is not an assertion');
  if (attributeOf(element, 'Version') !== '2.0') throw new XmlError('its assertion is not of SAML 2.0');
  const conditions = one(element, 'Conditions');
  const subject = one(element, 'Subject');
  const id = attributeOf(element, 'ID') ?? '';
  const issuedAt = timeOf(element, 'IssueInstant');
  if (id === '' || issuedAt === undefined) throw new XmlError('its assertion has no ID or no IssueInstant');
  return {
    id,
    issuer: one(element, 'Issuer')?.textContent?.trim() ?? '',
    issuedAt,
    nameId: subject && readNameId(subject),
    confirmations: subject ? readConfirmations(subject) : [],
    notBefore: conditions && timeOf(conditions, 'NotBefore'),
    notOnOrAfter: conditions && timeOf(conditions, 'NotOnOrAfter'),
    audiences: conditions
      ? all(conditions, 'AudienceRestriction').map((restriction) =>
          all(restriction, 'Audience').map((audience) => textOf(audience).trim()),
        )
      : [],
    attributes: all(element, 'AttributeStatement').flatMap((statement) =>
      all(statement, 'Attribute').map((attribute) => ({
        name: attributeOf(attribute, 'Name') ?? '',
        friendlyName: attributeOf(attribute, 'FriendlyName') ?? '',
        values: all(attribute, 'AttributeValue').map((value) => value.textContent?.trim() ?? ''),
      })),
    ),
    sessionEnd: all(element, 'AuthnStatement')
      .map((statement) => timeOf(statement, 'SessionNotOnOrAfter'))
      .find((time) => time !== undefined),
  };
}

function readNameId(subject: Element): Assertion['nameId'] {
  const element = one(subject, 'NameID');
  if (element === undefined) return undefined;
  return { value: textOf(element).trim(), format: attributeOf(element, 'Format') ?? '' };
}

function readConfirmations(subject: Element): Confirmation[] {
  return all(subject, 'SubjectConfirmation')
    .filter((confirmation) => attributeOf(confirmation, 'Method') === bearerMethod)
    .flatMap((confirmation) => all(confirmation, 'SubjectConfirmationData'))
    .map((data) => ({
      recipient: attributeOf(data, 'Recipient'),
      inResponseTo: attributeOf(data, 'InResponseTo'),
      notBefore: timeOf(data, 'NotBefore'),
      notOnOrAfter: timeOf(data, 'NotOnOrAfter'),
    }));
}

const all = (parent: Element, name: string) => childrenOf(parent, namespaces.assertion, name);

function one(parent: Element, name: string): Element | undefined {
  const [element, ...more] = all(parent, name);
  if (more.length > 0) throw new XmlError(`its assertion has more than one ${name}`);
  return element;
}

/** Times are in UTC, also without a time zone. */
function timeOf(element: Element, name: string): Date | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)?$/.exec(text.trim());
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}${match[2] ?? 'Z'}`);
  if (Number.isNaN(time)) throw new XmlError(`its ${name} is not a time`);
  return new Date(time);
}
