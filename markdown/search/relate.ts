import type { DatabaseSync } from 'node:sqlite';
import { columnWeights } from './index-file.ts';
import { toIndexText, toTokens } from './tokens.ts';

/** Finds which pages are about the same as a page, once for each version of it. The audience is asked for when they are shown. */
export interface Relater {
  /** Within a transaction: what the page is about may have changed. */
  setDue(id: number, page: PageSubject): void;
  remove(id: number): void;
  /** Works on the pages that are due, until the deadline. */
  relate(deadline: number): { changed: string[]; more: boolean };
}

export interface PageSubject {
  title: string;
  tags: readonly string[];
  headings: readonly string[];
}

/** Some of them may be hidden, neighbors or parts of the same series. */
const maxRelated = 12;
const maxWords = 10;
/** A word or tag that more of the pages have says little about any of them, and takes long to ask for. */
const commonShare = 0.25;
const commonPages = 1000;
const rowsAtOnce = 50;

/** Why a page is due: it was written, or a page was written that found it. */
const due = { written: 2, found: 1, done: 0 };

interface Subject {
  title: string[];
  headings: string[];
  tags: string[];
}

interface Row {
  id: number;
  address: string;
  due: number;
  subject: string;
  pages: string;
}

export function createRelater(database: DatabaseSync): Relater {
  database.exec("create virtual table temp.word_counts using fts5vocab('main', 'page_words', 'row')");
  const countPages = database.prepare('select count(*) as pages from pages');
  const countWord = database.prepare('select doc from word_counts where term = ?');
  const upsert = database.prepare(`
    insert into related (id, subject, due) values (?, ?, ${due.written})
    on conflict (id) do update set subject = excluded.subject, due = excluded.due`);
  const remove = database.prepare('delete from related where id = ?');
  const readDue = database.prepare(`
    select id, address, due, subject, related.pages as pages from related join pages using (id)
    where due > 0 order by due desc limit ${rowsAtOnce}`);
  const rank = database.prepare(`
    select address from pages join (
      select rowid as id, bm25(page_words, ${columnWeights}) as score from page_words
      where page_words match ? and rowid <> ? order by score limit ${maxRelated}
    ) using (id) order by score`);
  const store = database.prepare(`update related set pages = ?, due = ${due.done} where id = ?`);
  const setFound = database.prepare(`
    update related set due = ${due.found} where due = ${due.done}
    and id = (select id from pages where address = ?) and not exists (select 1 from json_each(pages) where value = ?)`);
  /** In how many pages a word is, until something is written. */
  const counts = new Map<string, number>();

  function countOf(word: string): number {
    const known = counts.get(word) ?? Number(countWord.get(word)?.doc ?? 0);
    counts.set(word, known);
    return known;
  }

  /** The words of the title before those of the headings, rare ones first. */
  function toExpression({ title, headings, tags }: Subject, most: number): string {
    const usable = (words: string[]) =>
      words
        .map((word) => ({ word, count: countOf(word) }))
        .filter(({ count }) => count > 1 && count <= most)
        .sort((one, other) => one.count - other.count)
        .map(({ word }) => quote(word));
    const words = [...new Set([...usable(title), ...usable(headings)])].slice(0, maxWords);
    const rareTags = tags.filter((tag) => tag.split(' ').some((word) => countOf(word) <= most));
    return [...words, ...rareTags.map((tag) => `tags : ${quote(tag)}`)].join(' OR ');
  }

  function findRelated({ id, subject }: Row, most: number): string[] {
    const expression = toExpression(JSON.parse(subject) as Subject, most);
    return expression === '' ? [] : rank.all(expression, id).map(({ address }) => String(address));
  }

  /** A new page is found by the pages it finds, which are computed again unless they name it already. */
  function write({ id, address, ...row }: Row, found: string[]): void {
    store.run(JSON.stringify(found), id);
    if (row.due === due.written) for (const other of found) setFound.run(other, address);
  }

  return {
    setDue(id, { title, tags, headings }) {
      const subject: Subject = {
        title: toWords(title),
        headings: toWords(headings.join('\n')),
        tags: tags.map((tag) => toIndexText(toTokens(tag))).filter(Boolean),
      };
      upsert.run(id, JSON.stringify(subject));
      counts.clear();
    },
    remove(id) {
      remove.run(id);
      counts.clear();
    },
    relate(deadline) {
      const rows = readDue.all() as unknown as Row[];
      if (rows.length === 0) return { changed: [], more: false };
      const share = Number(countPages.get()?.pages) * commonShare;
      const most = Math.max(3, Math.min(share, commonPages));
      const changed: string[] = [];
      database.exec('begin immediate');
      try {
        for (const row of rows) {
          const found = findRelated(row, most);
          if (JSON.stringify(found) !== row.pages) changed.push(row.address);
          write(row, found);
          if (performance.now() > deadline) break;
        }
        database.exec('commit');
      } catch (error) {
        if (database.isTransaction) database.exec('rollback');
        throw error;
      }
      return { changed, more: true };
    },
  };
}

/** Numbers are left out: two pages are not about the same because both have a second step. */
function toWords(text: string): string[] {
  const words = toIndexText(toTokens(text)).split(' ');
  return [...new Set(words)].filter((word) => !/^\p{N}*$/u.test(word)).slice(0, 100);
}

function quote(words: string): string {
  return `"${words.replaceAll('"', '')}"`;
}
