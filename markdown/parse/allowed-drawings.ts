/** What is kept of the SVG of a diagram and of the MathML of a formula. Anything else, links and styles above all, is dropped. */

export const SVG_ELEMENTS: ReadonlySet<string> = new Set(
  'svg g defs marker path rect circle ellipse line polyline polygon text tspan'.split(' '),
);

export const SVG_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d dx dy points transform fill stroke opacity id orient refX refY ' +
    'markerWidth markerHeight stroke-width stroke-dasharray stroke-linejoin stroke-linecap fill-opacity stroke-opacity ' +
    'text-anchor font-size font-weight font-style marker-start marker-end marker-mid dominant-baseline'
  ).split(' '),
);

export const MATHML_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'math semantics mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup ' +
    'munder mover munderover mmultiscripts mprescripts mtable mtr mtd menclose none'
  ).split(' '),
);

export const MATHML_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle encoding fence form ' +
    'height largeop linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize ' +
    'movablelimits notation rowalign rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width'
  ).split(' '),
);
