import type { Environment, TokenStream } from 'prismjs/components/prism-core.js';
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

  return function highlight(code, name) {
    const language = names.get(name.toLowerCase());
    if (language === undefined || code.length > MAX_CODE_LENGTH) return undefined;
    if (!prism.languages[language]) loadLanguages([language]);
    const grammar = prism.languages[language];
    if (!grammar) return undefined;
    const environment: Environment = { code, grammar, language };
    // Languages inside others (PHP in HTML) are found by hooks.
    prism.hooks.run('before-tokenize', environment);
    environment.tokens = prism.tokenize(environment.code, environment.grammar);
    prism.hooks.run('after-tokenize', environment);
    const lines: TreeNode[][] = [[]];
    addTokens(environment.tokens, '', lines);
    return lines;
  };
}

/** Flattens nested tokens: each piece of text has the colour of the innermost one. A line end closes a line. */
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
    // Adjacent pieces of one colour are joined: fewer elements.
    last[2] = `${last[2]}${text}`;
  } else line.push(['span', attributesOf(colour), text]);
}

/** There are some thirty colours, and thousands of pieces. */
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
