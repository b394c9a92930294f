/** The words that the HTML of an article has by itself, in one language. What the author wrote is never among them. */
export interface ArticleWords {
  /** Titles of callouts by their kind: our own, and those of Obsidian. A kind that is not among them is its own title. */
  callouts: Readonly<Record<string, string>>;
  /** The name of a group of tabs. */
  choices: string;
  /** A tab without a label. */
  tab: string;
  /** What opens a fold without a summary. */
  more: string;
  /** The heading of code in no language. */
  plainText: string;
  /** Names of boxes for screen readers. */
  code: string;
  table: string;
  diagram: string;
  formula: string;
  /** Such a name with what tells it from others: `Table: Year, Girls`. */
  named(kind: string, name: string): string;
  linkTo(heading: string): string;
  footnotes: string;
  footnote(number: number): string;
  /** `mark` counts the places in the text that lead to the same footnote. */
  backToText(number: number, mark: number): string;
}

export const englishArticleWords: ArticleWords = {
  callouts: {
    note: 'Note',
    tip: 'Tip',
    important: 'Important',
    warning: 'Warning',
    caution: 'Caution',
  },
  choices: 'Choices',
  tab: 'Tab',
  more: 'More',
  plainText: 'Text',
  code: 'Code',
  table: 'Table',
  diagram: 'Diagram',
  formula: 'Formula',
  named: (kind, name) => `${kind}: ${name}`,
  linkTo: (heading) => `Link to "${heading}"`,
  footnotes: 'Footnotes',
  footnote: (number) => `Footnote ${number}`,
  backToText: (number, mark) => `Back to reference ${number}${mark > 1 ? `, mark ${mark}` : ''}`,
};
