/** The elements that a document may contain. The Markdown renderer has its own list; this is the second check. */
const html =
  'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label li mark ol p pre q rp rt ruby s samp ' +
  'section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr';

const svg =
  'svg g path rect circle ellipse line polyline polygon text tspan title desc defs marker linearGradient ' +
  'radialGradient stop clipPath mask pattern symbol use';

const mathml =
  'math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup ' +
  'msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd menclose none';

const allowedTags = new Set(`${html} ${svg} ${mathml}`.split(' '));

export function isAllowedTag(tag: string): boolean {
  return allowedTags.has(tag);
}
