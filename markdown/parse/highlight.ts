import type { Environment, Grammar, TokenStream } from 'prismjs/components/prism-core.js';
import { toColour } from './highlight-colours.ts';
import { toLanguageNames } from './highlight-languages.ts';
import type { HighlightTool } from './parse-context.ts';
import type { TreeAttributes, TreeElement, TreeNode } from './tree.ts';

/** Patterns of some languages take very long on very long code. */
const MAX_CODE_LENGTH = 30_000;

/** Prism finds the tokens; a language is loaded when the first block in it is met. */
export async function createHighlightTool(): Promise<HighlightTool> {
  // The core is loaded first: it creates the global `Prism` that the language files add themselves to.
  const { default: prism } = await import('prismjs/components/prism-core.js');
  const { default: loadLanguages } = await import('prismjs/components/index.js');
  const { default: components } = await import('prismjs/components.js');
  const names = toLanguageNames(components.languages);

  function findGrammar(language: string): Grammar | undefined {
    // The front matter of a page is YAML.
    const wanted = language === 'markdown' ? ['yaml', language] : [language];
    if (wanted.some((each) => !prism.languages[each])) loadLanguages(wanted);
    // Each time, because Prism makes a language anew when one is loaded that it builds on.
    if (language === 'markdown' && !('component' in (prism.languages.markdown ?? {})))
      prism.languages.insertBefore(language, 'title', componentLines);
    return prism.languages[language];
  }

  function tokenize(code: string, name: string): TokenStream | undefined {
    const language = names.get(name.toLowerCase());
    const grammar = language === undefined ? undefined : findGrammar(language);
    if (language === undefined || !grammar) return undefined;
    const environment: Environment = { code, grammar, language };
    // Languages inside others (PHP in HTML) are found by hooks.
    prism.hooks.run('before-tokenize', environment);
    environment.tokens = prism.tokenize(environment.code, environment.grammar);
    prism.hooks.run('after-tokenize', environment);
    if (language === 'markdown') addInnerCode(environment.tokens, tokenize);
    return environment.tokens;
  }

  return function highlight(code, name) {
    const tokens = code.length > MAX_CODE_LENGTH ? undefined : tokenize(code, name);
    if (tokens === undefined) return undefined;
    const lines: TreeNode[][] = [[]];
    addTokens(tokens, '', lines);
    return lines;
  };
}

/** The lines of components in Markdown: `:::callout{type="tip"}`. */
const componentLines: Grammar = {
  component: {
    pattern: /^[ \t]*:{2,}.*$/m,
    inside: { string: /"[^"\n]*"/, 'attr-name': /[\w-]+(?==)/, keyword: /^([ \t]*:+[ \t]*)[\w-]+|^[ \t]*:+/ },
  },
};

/** Code inside Markdown, which Prism itself colors only when it writes HTML. */
function addInnerCode(
  tokens: TokenStream,
  tokenize: (code: string, language: string) => TokenStream | undefined,
): void {
  if (typeof tokens === 'string') return;
  if (Array.isArray(tokens)) {
    for (const token of tokens) addInnerCode(token, tokenize);
    return;
  }
  const { type, alias, content } = tokens;
  if (type !== 'code-block' || typeof content !== 'string') addInnerCode(content, tokenize);
  else {
    const name = [alias ?? []].flat().find((other) => other.startsWith('language-'));
    tokens.content = tokenize(content, name?.slice('language-'.length) ?? '') ?? content;
  }
}

/** Flattens nested tokens: each piece of text has the color of the innermost one. A line end closes a line. */
function addTokens(tokens: TokenStream, colour: string, lines: TreeNode[][]): void {
  if (typeof tokens === 'string') addLines(tokens, colour, lines);
  else if (Array.isArray(tokens)) for (const token of tokens) addTokens(token, colour, lines);
  else addTokens(tokens.content, toColour(tokens.type, tokens.alias, colour), lines);
}

function addLines(text: string, colour: string, lines: TreeNode[][]): void {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const line = lines[lines.length - 1] ?? [];
    addText(line, text.slice(start, end), colour);
    addText(line, '\n', '');
    lines.push([]);
    start = end + 1;
  }
  addText(lines[lines.length - 1] ?? [], start === 0 ? text : text.slice(start), colour);
}

function addText(line: TreeNode[], text: string, colour: string): void {
  if (text === '') return;
  const last = line[line.length - 1];
  if (colour === '' || text.trim() === '') {
    if (typeof last === 'string') line[line.length - 1] = last + text;
    else line.push(text);
  } else if (typeof last === 'object' && hasColour(last, colour)) {
    // Adjacent pieces of one color are joined: fewer elements.
    last[2] = `${last[2]}${text}`;
  } else line.push(['span', attributesOf(colour), text]);
}

/** There are some thirty colors, and thousands of pieces. */
const attributes = new Map<string, TreeAttributes>();

function attributesOf(colour: string): TreeAttributes {
  let known = attributes.get(colour);
  if (!known) {
    known = Object.freeze({ class: colour });
    attributes.set(colour, known);
  }
  return known;
}

function hasColour([, attributes]: TreeElement, colour: string): boolean {
  return attributes !== 0 && attributes.class === colour;
}
