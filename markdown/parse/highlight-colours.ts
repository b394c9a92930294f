/** Which of our classes a token of Prism gets; app/styles/code.css has a rule for each. Empty: looks like plain code. */
const TYPES: Record<string, string> = {
  '': 'punctuation operator interpolation variable entity namespace unit code-block',
  comment: 'comment prolog doctype cdata shebang',
  quote: 'blockquote',
  keyword: 'keyword atrule rule important directive list hr',
  literal: 'boolean null nil nan',
  name: 'tag',
  'selector-tag': 'selector',
  section: 'title section',
  string: 'string char attr-value heredoc-string',
  regexp: 'regex',
  addition: 'inserted',
  deletion: 'deleted strike',
  code: 'code code-snippet',
  number: 'number hexcode color',
  type: 'class-name maybe-class-name type',
  built_in: 'builtin',
  attr: 'attr-name key property-access',
  attribute: 'property',
  symbol: 'symbol constant',
  link: 'url url-link',
  meta: 'annotation decorator macro preprocessor hashbang coord',
  title: 'function function-definition',
  strong: 'bold',
  emphasis: 'italic',
};

const colours = new Map<string, string>();
for (const [colour, types] of Object.entries(TYPES))
  for (const type of types.split(' ')) colours.set(type, colour === '' ? '' : `hl-${colour}`);

/** The class of a token: by its type, by one of its other names, or that of the token around it. */
export function toColour(
  type: string,
  alias: string | string[] | null | undefined,
  parentColour: string,
): string {
  const own = colours.get(type);
  // The text between the tags of JSX has null.
  if (own !== undefined || !alias) return own ?? parentColour;
  if (typeof alias === 'string') return colours.get(alias) ?? parentColour;
  for (const name of alias) {
    const colour = colours.get(name);
    if (colour !== undefined) return colour;
  }
  return parentColour;
}
