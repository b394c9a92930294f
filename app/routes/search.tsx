import site from '../../site.config.ts';
import { formatCount } from '../format/count.ts';
import type { PageDataByRoute } from '../page-data.ts';
import { usePageData } from '../runtime/use-page-data.ts';
import { SearchResults } from '../search/search-results.tsx';

/** `/search?q=&page=`: works without a script. */
export function Component() {
  const data = usePageData('search');
  const { question, fault, answer } = data;
  return (
    <div className="frame axis">
      <h1 className="title">Search</h1>
      {/* The key makes a new field for a new question: an old one would keep what was typed. */}
      <SearchForm key={question} question={question} />
      {fault && (
        <p className="notice search-notice" role="alert">
          {fault}
        </p>
      )}
      {answer && <Answer {...data} answer={answer} />}
      {!fault && !answer && <SearchHelp />}
    </div>
  );
}

function SearchForm({ question }: { question: string }) {
  return (
    <search>
      <form className="search-form" action="/search" role="search">
        <label className="sr-only" htmlFor="search-question">
          Search this site
        </label>
        <input
          className="input"
          id="search-question"
          type="search"
          name="q"
          defaultValue={question}
          maxLength={200}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <button className="button" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}

type Answered = PageDataByRoute['search'] & { answer: NonNullable<PageDataByRoute['search']['answer']> };

function Answer({ question, page, pageCount, answer }: Answered) {
  const { corrected, some, partial, indexing, total, results } = answer;
  return (
    <>
      <p className="search-count label" role="status">
        {total === 0
          ? indexing
            ? 'Nothing found yet'
            : 'Nothing found'
          : formatCount(total, 'page', 'pages', site.language)}
        {partial && total > 0 && ', and perhaps more: the question took too long'}
      </p>
      {indexing && (
        <p className="search-note">
          The pages of this site are still being read: there may be more in a moment.{' '}
          <a href={`/search?q=${encodeURIComponent(question)}`}>Search again</a>
        </p>
      )}
      {corrected !== undefined && (
        <p className="search-note">
          Showing results for <strong>{corrected}</strong>.{' '}
          <a href={`/search?q=${encodeURIComponent(toLiteral(question))}`}>Search for “{question}” instead</a>
        </p>
      )}
      {some && <p className="search-note">No page has all of these words. These have some of them.</p>}
      {total > 0 ? <SearchResults results={results} /> : !indexing && <SearchHelp />}
      <ResultPages question={question} page={page} pageCount={pageCount} />
    </>
  );
}

/** In quotation marks a word is searched for as it is. */
function toLiteral(question: string): string {
  return question
    .replaceAll('"', ' ')
    .split(' ')
    .filter(Boolean)
    .map((word) => `"${word}"`)
    .join(' ');
}

function SearchHelp() {
  return (
    <div className="search-help">
      <p>A page is found when it has all words of the question.</p>
      <dl>
        <dt>
          <code>"two words"</code>
        </dt>
        <dd>exactly these, one after the other</dd>
        <dt>
          <code>-word</code>
        </dt>
        <dd>without this word</dd>
        <dt>
          <code>tag:garden</code>
        </dt>
        <dd>with this tag</dd>
        <dt>
          <code>in:/posts/guide</code>
        </dt>
        <dd>in this folder</dd>
      </dl>
      <p>
        Or look through <a href="/posts">all articles</a>.
      </p>
    </div>
  );
}

function ResultPages({ question, page, pageCount }: Omit<PageDataByRoute['search'], 'answer'>) {
  if (pageCount < 2) return null;
  const address = (number: number) =>
    `/search?${new URLSearchParams({ q: question, ...(number > 1 && { page: String(number) }) })}`;
  return (
    <nav className="pages" aria-label="Pages of results">
      {page > 1 ? (
        <a href={address(page - 1)} rel="prev">
          ← Page {page - 1}
        </a>
      ) : (
        <span />
      )}
      <span className="label">
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <a href={address(page + 1)} rel="next">
          Page {page + 1} →
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
