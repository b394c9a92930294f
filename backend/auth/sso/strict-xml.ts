import { DOMParser } from '@xmldom/xmldom';

/** Why a document is refused. For the log, and for the admin who sent it. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

const maxDepth = 60;
/**
 * Verifying a signature takes quadratic time in the number of elements: minutes for a document of a few hundred kilobytes. An
 * assertion with a thousand groups stays below this.
 */
const limits = { characters: 256 * 1024, tags: 3000, attributes: 3000 };

/**
 * Parses untrusted XML, and refuses everything that SAML does not need and that parsers have been attacked with: document types
 * and their entities, comments, CDATA, processing instructions, several roots, anything that is not well-formed.
 */
export function parseStrictXml(text: string): Element {
  if (
    text.length > limits.characters ||
    isAbove(limits.tags, text, /</g) ||
    isAbove(limits.attributes, text, /=\s*["']/g)
  )
    throw new XmlError('The XML is too large');
  const withoutDeclaration = text.replace(/^\uFEFF?\s*<\?xml\s[^?]*\?>/, '');
  if (withoutDeclaration.includes('<!'))
    throw new XmlError('Document types, entities, comments and CDATA are not accepted in XML');
  if (withoutDeclaration.includes('<?'))
    throw new XmlError('Processing instructions are not accepted in XML');
  if (isTooDeep(withoutDeclaration)) throw new XmlError('The XML is nested too deeply');
  const document = parseStrictly(withoutDeclaration.trim());
  const [root, ...rest] = childrenOf(document);
  if (root === undefined || rest.length > 0) throw new XmlError('The XML must have one root element');
  return root;
}

function parseStrictly(text: string): Document {
  const refuse = (message: unknown) => {
    throw new Error(String(message));
  };
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  try {
    return new DOMParser({ errorHandler }).parseFromString(text, 'text/xml');
  } catch (cause) {
    throw new XmlError('The XML is not well-formed', { cause });
  }
}

function isAbove(limit: number, text: string, pattern: RegExp): boolean {
  let found = 0;
  for (const _ of text.matchAll(pattern)) {
    found += 1;
    if (found > limit) return true;
  }
  return false;
}

/** The parser and the functions that walk its tree are recursive, so the depth is limited. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [tag] of text.matchAll(/<\/|\/>|</g)) {
    depth += tag === '<' ? 1 : -1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Child elements; optionally of one name in one namespace. */
export function childrenOf(node: Node, namespace?: string, name?: string): Element[] {
  const elements = Array.from(node.childNodes).filter((child): child is Element => child.nodeType === 1);
  if (namespace === undefined) return elements;
  return elements.filter((child) => child.namespaceURI === namespace && child.localName === name);
}

/** The text of an element that holds nothing but text. */
export function textOf(element: Element): string {
  if (childrenOf(element).length > 0) throw new XmlError(`${element.localName} must hold text only`);
  return element.textContent ?? '';
}

/** An attribute, or undefined. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? '') : undefined;
}

/** All descendants with a local name, in any namespace. */
export function descendantsOf(element: Element, localName: string): Element[] {
  return Array.from(element.getElementsByTagNameNS('*', localName));
}
