import { expect, test } from 'vitest';
import { prefersMarkdown } from './accept.ts';

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/*', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['text/markdown', true],
  ['text/markdown, text/html;q=0.9, */*;q=0.1', true],
  ['text/markdown, text/html, */*', true],
  ['text/markdown, */*', true],
  ['Text/HTML;q=0.8, text/markdown; q=0.9', true],
  ['text/html, text/markdown;q=0.9', false],
  ['text/markdown;q=0.5, */*', false],
  ['text/markdown;q=0.5, text/*;q=0.4, */*', true],
  ['text/markdown;q=0', false],
  ['text/markdown;q=nonsense', false],
])('%s: Markdown %s', (accept, expected) => expect(prefersMarkdown(accept)).toBe(expected));
