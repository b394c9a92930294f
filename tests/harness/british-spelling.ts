import { parseSync, Visitor } from 'vite';

const our = 'behavi|col|fav|flav|harb|hon|hum|lab|neighb|rum';
const ise =
  'apolog|author|capital|categor|custom|emphas|initial|local|maxim|memo|minim|normal|optim|organ|priorit|real|recogn|sanit|serial|special|summar|synchron|visual';
const words = [
  `(${our})our(s|ed|ing|ite|ites|hood)?`,
  `(un|re|de)?(${ise})is(e|ed|es|er|ing|ation|ations)`,
  'analys(e|ed|er|ing)',
  '(kilo|centi|deci|milli)?metres?',
  '(cent|fib|lit|theat)re(s|d)?',
  '(cancel|label|level|model|signal|travel)l(ed|er|ing)',
  'catalogue[sd]?',
  '(licen|defen|offen)ces?',
  'enrol(s|ments?)?',
  'greys?',
  'programmes?',
  '(after|back|down|in|out|to|up)wards',
  'whilst|amongst',
  '(mis)?spelt|learnt|burnt',
  'ageing|artefacts?|cheques?|fulfil|judgements?|maths|practise[sd]?|sceptic(al)?|skilful|tyres?',
  'e-mails?|per cent',
];
const british = new RegExp(`(?<![\\p{L}\\p{N}_$/=-])(?:${words.join('|')})(?![\\p{L}\\p{N}_(/-])`, 'giu');

/** British spellings in what people read, as `file:line: word`: texts, comments, and strings of several words. */
export function findBritishSpelling(file: string, text: string): string[] {
  // Most files need no parser.
  if (text.search(british) < 0) return [];
  const pieces = /\.tsx?$/.test(file) ? readProse(file, text) : [{ start: 0, text }];
  return pieces.flatMap((piece) => {
    const firstLine = text.slice(0, piece.start).split('\n').length;
    return piece.text
      .split('\n')
      .flatMap((line, index) =>
        [...withoutCode(line).matchAll(british)].map(([word]) => `${file}:${firstLine + index}: ${word}`),
      );
  });
}

/** Backticks enclose names of code. */
const withoutCode = (line: string) => line.replace(/`[^`]*`/g, '');

interface Piece {
  start: number;
  text: string;
}

function readProse(file: string, source: string): Piece[] {
  const { program, comments } = parseSync(file, source);
  const pieces: Piece[] = comments.map(({ start, value }) => ({ start, text: value }));
  const add = (start: number, text: string) => {
    if (/\s|^[A-Z]/.test(text) && !columns.test(text)) pieces.push({ start, text });
  };
  new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === 'string') add(start, value);
    },
    TemplateElement: ({ start, value }) => add(start, value.raw),
    JSXText: ({ start, value }) => add(start, value),
  }).visit(program);
  return pieces;
}

/** `name, started_at, metres`: a list of columns. */
const columns = /^\w+(, \w+(::\w+)?)+$/;
