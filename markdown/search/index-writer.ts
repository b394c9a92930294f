import { openIndexFile } from './index-file.ts';
import type { PageText } from './page-text.ts';
import { createRelater, type Relater } from './relate.ts';
import { toIndexText, toTokens } from './tokens.ts';

/** A page that is to be indexed: what its frontmatter says, and which version of the file that is true of. */
export interface IndexedPage {
  address: string;
  version: string;
  title: string;
  description: string;
  tags: string[];
}

export interface WrittenPage extends IndexedPage {
  /** Of everything that is indexed: equal for a file that was only touched. */
  hash: string;
  content: PageText;
}

export interface IndexWriter {
  /** The hash of what is indexed for an address. */
  hashOf(address: string): string | undefined;
  /** All of it or nothing. `touched` are pages whose content is as it was. */
  write(changes: {
    pages: readonly WrittenPage[];
    touched: readonly IndexedPage[];
    removed: readonly string[];
  }): void;
  /** Finds related pages, until the deadline. */
  relate: Relater['relate'];
  close(): void;
}

/** Only words of this form can be what a visitor meant by another word. */
const correctable = /^\p{L}{3,24}$/u;

export function openIndexWriter(file: string): IndexWriter {
  const database = openIndexFile(file);
  const hashOf = database.prepare('select hash from pages where address = ?');
  const count = database.prepare('update counter set value = value + 1 returning value');
  const upsert = database.prepare(`
    insert into pages (address, version, hash, changed, headings, text) values (?, ?, ?, ?, ?, ?)
    on conflict (address) do update set version = excluded.version, hash = excluded.hash, changed = excluded.changed,
      headings = excluded.headings, text = excluded.text
    returning id`);
  const touch = database.prepare('update pages set version = ?, changed = ? where address = ?');
  const remove = database.prepare('delete from pages where address = ? returning id');
  const removeWords = database.prepare('delete from page_words where rowid = ?');
  const addWords = database.prepare(
    'insert into page_words (rowid, title, headings, tags, description, text) values (?, ?, ?, ?, ?, ?)',
  );
  const addWord = database.prepare('insert or ignore into vocabulary (word) values (?)');
  const relater = createRelater(database);
  /** Words that are known to be in the vocabulary. */
  const known = new Set<string>();

  function writePage(page: WrittenPage, changed: number, words: Set<string>): void {
    const { address, version, hash, content, title, description, tags } = page;
    const { headings, text } = content;
    const id = upsert.get(address, version, hash, changed, JSON.stringify(headings), text)?.id as number;
    const headingTexts = headings.map((heading) => heading.text);
    const columns = [title, headingTexts.join('\n'), tags.join('\n'), description, text].map(toTokens);
    removeWords.run(id);
    addWords.run(id, ...columns.map(toIndexText));
    relater.setDue(id, { title, tags, headings: headingTexts });
    for (const token of columns.flat())
      if (token.kind === 'word')
        for (const word of [token.word, ...(token.parts ?? [])]) if (correctable.test(word)) words.add(word);
  }

  return {
    hashOf: (address) => hashOf.get(address)?.hash as string | undefined,
    write({ pages, touched, removed }) {
      const words = new Set<string>();
      database.exec('begin immediate');
      try {
        const changed = Number(count.get()?.value);
        for (const page of pages) writePage(page, changed, words);
        for (const { address, version } of touched) touch.run(version, changed, address);
        for (const address of removed) {
          const id = remove.get(address)?.id;
          if (id === undefined) continue;
          removeWords.run(id);
          relater.remove(Number(id));
        }
        for (const word of words) if (!known.has(word)) addWord.run(word);
        database.exec('commit');
      } catch (error) {
        if (database.isTransaction) database.exec('rollback');
        throw error;
      }
      for (const word of words) known.add(word);
      if (known.size > 50_000) known.clear();
    },
    relate: relater.relate,
    close: () => database.close(),
  };
}
