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
  contact: ContactWords;
}

/** Those of the form `::contact-form`. */
export interface ContactWords {
  name: string;
  email: string;
  message: string;
  /** The label of a field that is hidden: only programs fill it in. */
  leaveEmpty: string;
  send: string;
  sending: string;
  /** In place of the form where nothing takes messages. */
  off: string;
  sent: string;
  /** By the codes of supabase/functions/contact. */
  faults: Readonly<Record<ContactFault, string>>;
  /** After a fault, where a script would have kept the text. */
  goBack: string;
}

export type ContactFault =
  | 'name-missing'
  | 'name-long'
  | 'email-missing'
  | 'email-invalid'
  | 'message-missing'
  | 'message-long'
  | 'too-many'
  | 'failed';

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
  contact: {
    name: 'Name',
    email: 'Email address',
    message: 'Message',
    leaveEmpty: 'Leave this field empty',
    send: 'Send',
    sending: 'Sending …',
    off: 'The contact form is turned off at the moment.',
    sent: 'Your message has been sent. Thank you.',
    faults: {
      'name-missing': 'Please enter your name.',
      'name-long': 'This name is too long. Please shorten it to 100 characters.',
      'email-missing': 'Please enter your email address for the reply.',
      'email-invalid': 'This is not an email address. It should look like ann@example.com.',
      'message-missing': 'Please write a message.',
      'message-long': 'This message is too long. Please shorten it to 5,000 characters.',
      'too-many': 'There were too many messages in a short time. Please try again in an hour.',
      failed: 'Your message could not be sent. Please try again in a moment.',
    },
    goBack: 'Your browser’s Back button brings back what you wrote.',
  },
};
