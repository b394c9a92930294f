/** For tests: the rules that a tree must follow, stated independently of the code that makes trees. */
import type { TreeNode } from './tree.ts';

const HTML = new Set(
  `a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption
  figure footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label li mark ol p pre q rp rt ruby s samp section small
  span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr`.split(/\s+/),
);
const COMPONENTS = new Set(
  'Badge Bars Callout Card Cards CodeBlock Details Diagram FileTree HeadingAnchor Kbd Picture Steps Tab Tabs'.split(
    ' ',
  ),
);
const INLINE_COMPONENTS = new Set(['Badge', 'Kbd', 'HeadingAnchor']);
const ATTRIBUTES = new Set(
  `alt aria-hidden aria-label aria-labelledby caption checked cite className colSpan dateTime decoding depth dir disabled
  display file height href id label lang loading open rel reversed role rowSpan scope span src start text title to type
  unit value width summary`.split(/\s+/),
);
const PARAGRAPH_ENDS = new Set(
  `address article aside blockquote details div dl dd dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre
  section summary table ul`.split(/\s+/),
);
const CHILDREN: Record<string, string[]> = {
  table: ['caption', 'colgroup', 'thead', 'tbody', 'tfoot'],
  thead: ['tr'],
  tbody: ['tr'],
  tfoot: ['tr'],
  tr: ['td', 'th'],
  colgroup: ['col'],
  ul: ['li'],
  ol: ['li'],
  dl: ['dt', 'dd'],
};
const PARENTS: Record<string, string[]> = {
  li: ['ul', 'ol'],
  tr: ['thead', 'tbody', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
  summary: ['details'],
  figcaption: ['figure'],
};

/** What is wrong with a tree; empty when nothing is. */
export function findTreeFaults(nodes: TreeNode[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();

  function check(node: TreeNode, above: string[]): void {
    const parent = above.at(-1) ?? '';
    if (typeof node === 'string') {
      if (CHILDREN[parent]) faults.push(`text ${JSON.stringify(node)} in ${parent}`);
      if (node === '') faults.push(`empty text in ${parent}`);
      return;
    }
    const [tag, attributes, ...children] = node;
    const isMath = above.includes('math') || tag === 'math';
    const isSvg = above.includes('svg') || tag === 'svg';
    if (!isMath && !isSvg && !HTML.has(tag) && !COMPONENTS.has(tag)) faults.push(`element ${tag}`);
    if (isMath && !/^m[a-z]+$|^semantics$/.test(tag)) faults.push(`element ${tag} in a formula`);
    const isBlock = PARAGRAPH_ENDS.has(tag) || (COMPONENTS.has(tag) && !INLINE_COMPONENTS.has(tag));
    if (isBlock && above.some((one) => /^(?:p|h[1-6]|summary)$/.test(one)))
      faults.push(`${tag} in ${above.join('>')}`);
    if ((tag === 'a' || tag === 'label') && above.includes(tag)) faults.push(`${tag} in ${tag}`);
    if (CHILDREN[parent] && !CHILDREN[parent].includes(tag)) faults.push(`${tag} in ${parent}`);
    if (PARENTS[tag] && !PARENTS[tag].includes(parent)) faults.push(`${tag} in ${parent || 'the page'}`);
    if (above.length > 100) faults.push('too deep');
    if (attributes !== 0 && !isMath && !isSvg) checkAttributes(tag, attributes);
    for (const child of children) check(child, [...above, tag]);
  }

  function checkAttributes(tag: string, attributes: Record<string, unknown>): void {
    if (Object.keys(attributes).length === 0) faults.push(`no attributes on ${tag} are written as 0`);
    for (const [name, value] of Object.entries(attributes)) {
      if (!ATTRIBUTES.has(name)) faults.push(`attribute ${name} on ${tag}`);
      if (/^(?:href|src|cite|to)$/.test(name) && !isHarmless(String(value))) faults.push(`${name}=${value}`);
      if (name === 'id' && tag !== 'HeadingAnchor' && !String(value).startsWith('user-')) {
        if (ids.has(String(value))) faults.push(`the id ${value} twice`);
        ids.add(String(value));
      }
    }
  }

  for (const node of nodes) check(node, []);
  return faults;
}

function isHarmless(address: string): boolean {
  const { protocol, host } = new URL(address, 'http://this.example/posts/');
  if (!['http:', 'https:', 'mailto:', 'tel:'].includes(protocol)) return false;
  // Another host only when the address says so openly.
  return host === 'this.example' || /^(?:https?:\/\/|mailto:|tel:)/i.test(address);
}
