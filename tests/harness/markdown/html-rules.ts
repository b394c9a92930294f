/** For tests: the rules that the HTML of a document must follow, stated independently of the code that writes it. */
import { Parser } from 'htmlparser2';

const HTML = new Set(
  `a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption
  figure footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label li mark ol p pre q rp rt ruby s samp section small
  span strong sub summary sup svg table tbody td tfoot th thead time tr u ul var wbr math`.split(/\s+/),
);
const SVG = new Set('g defs marker path rect circle ellipse line polyline polygon text tspan'.split(' '));
const MATHML = /^m[a-z]+$|^semantics$/;
const ATTRIBUTES = new Set(
  `alt aria-hidden aria-label aria-labelledby checked cite class colspan data-island datetime decoding depth dir disabled
  display for height href id lang loading name open rel reversed role rowspan scope span src start tabindex title type
  value width`.split(/\s+/),
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

/** What is wrong with the HTML; empty when nothing is. */
export function findHtmlFaults(html: string): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  const open: string[] = [];

  function checkElement(tag: string): void {
    const parent = open.at(-1) ?? '';
    const isMath = open.includes('math');
    const isSvg = open.includes('svg');
    if (isMath && !MATHML.test(tag)) faults.push(`element ${tag} in a formula`);
    else if (isSvg && !SVG.has(tag)) faults.push(`element ${tag} in a drawing`);
    else if (!isMath && !isSvg && !HTML.has(tag)) faults.push(`element ${tag}`);
    if (PARAGRAPH_ENDS.has(tag) && open.some((one) => /^(?:p|h[1-6]|summary)$/.test(one)))
      faults.push(`${tag} in ${open.join('>')}`);
    if ((tag === 'a' || tag === 'label') && open.includes(tag)) faults.push(`${tag} in ${tag}`);
    if (CHILDREN[parent] && !CHILDREN[parent].includes(tag)) faults.push(`${tag} in ${parent}`);
    if (PARENTS[tag] && !PARENTS[tag].includes(parent)) faults.push(`${tag} in ${parent || 'the page'}`);
    if (open.length > 200) faults.push('too deep');
  }

  function checkAttributes(tag: string, attributes: Record<string, string>): void {
    const isDrawn = open.includes('math') || open.includes('svg') || tag === 'math' || tag === 'svg';
    for (const [name, value] of Object.entries(attributes)) {
      if (!isDrawn && !ATTRIBUTES.has(name)) faults.push(`attribute ${name} on ${tag}`);
      if (/^on|^style$/i.test(name)) faults.push(`attribute ${name} on ${tag}`);
      if (/href|^(?:src|cite|action|data)$/.test(name) && !isHarmless(value)) faults.push(`${name}=${value}`);
      if (name === 'class' && /(?:^| )(?:fixed|inset-0)(?: |$)/.test(value)) faults.push(`class ${value}`);
      if (name === 'id' && !value.startsWith('user-')) {
        if (ids.has(value)) faults.push(`the id ${value} twice`);
        ids.add(value);
      }
    }
  }

  // In this mode the parser repairs nothing.
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        checkElement(tag);
        checkAttributes(tag, attributes);
        open.push(tag);
      },
      ontext(text) {
        const parent = open.at(-1) ?? '';
        if (CHILDREN[parent]) faults.push(`text ${JSON.stringify(text)} in ${parent}`);
      },
      onclosetag(tag, isImplied) {
        const isEmpty = /^(?:br|hr|img|input|wbr|col)$/.test(tag);
        if (open.pop() !== tag || isImplied !== isEmpty) faults.push(`the end of ${tag}`);
      },
      oncomment: (text) => void faults.push(`comment ${text}`),
      onprocessinginstruction: (name) => void faults.push(`instruction ${name}`),
    },
    { xmlMode: true },
  );
  parser.end(html);
  return faults;
}

function isHarmless(address: string): boolean {
  const { protocol, host } = new URL(address, 'http://this.example/posts/');
  if (!['http:', 'https:', 'mailto:', 'tel:'].includes(protocol)) return false;
  // Another host only when the address says so openly.
  return host === 'this.example' || /^(?:https?:\/\/|mailto:|tel:)/i.test(address);
}
