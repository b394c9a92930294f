import { Fragment } from 'react';
import { PageLinks } from '../components/page-links.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { useHosting, usePrefix, useSite, useWords } from '../current-site.ts';
import { formatCounted } from '../format/count.ts';
import type { PageDataByRoute } from '../page-data.ts';
import { usePageData } from '../runtime/use-page-data.ts';
import { SearchResults } from '../search/search-results.tsx';

/** `/search?q=&page=`: works without a script. */
export function Component() {
  const data = usePageData('search');
  const { question, fault, answer } = data;
  const words = useWords();
  return (
    <div className="frame axis">
      <h1 className="title">{words.searching.search}</h1>
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

type Answered = PageDataByRoute['search'] & { answer: NonNullable<PageDataByRoute['search']['answer']> };

function Answer({ question, page, pageCount, answer }: Answered) {
  const { corrected, some, partial, indexing, total, results } = answer;
  const { language } = useSite();
  const words = useWords();
  const prefix = usePrefix();
  const addressOf = (text: string, number = 1) =>
    `${prefix}/search?${new URLSearchParams({ q: text, ...(number > 1 && { page: String(number) }) })}`;
  const nothing = indexing ? words.searching.nothingFoundYet : words.searching.nothingFound;
  return (
    <>
      <p className="search-count label" role="status">
        {total === 0 ? nothing : formatCounted(total, words.page, language)}
        {partial && total > 0 && words.perhapsMore}
      </p>
      {indexing && (
        <p className="search-note">
          {words.searching.stillReading} <a href={addressOf(question)}>{words.searchAgain}</a>
        </p>
      )}
      {corrected !== undefined && (
        <p className="search-note">
          {words.searching.showingResultsFor} <strong>{corrected}</strong>.{' '}
          <a href={addressOf(toLiteral(question))}>{words.searchInstead(question)}</a>
        </p>
      )}
      {some && <p className="search-note">{words.searching.someWords}</p>}
      {total > 0 ? <SearchResults results={results} /> : !indexing && <SearchHelp />}
      <PageLinks
        page={page}
        pageCount={pageCount}
        addressOf={(number) => addressOf(question, number)}
        label={words.resultPages}
      />
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
  const { searching, searchHelp: words } = useWords();
  const prefix = usePrefix();
  const { isStatic } = useHosting();
  const everywhere = [{ example: words.phrase, meaning: words.phraseMeans }];
  const fromServers = [
    { example: words.without, meaning: words.withoutMeans },
    { example: words.tag, meaning: words.tagMeans },
    { example: `in:${prefix}/posts/guide`, meaning: words.folderMeans },
  ];
  const examples = isStatic ? everywhere : [...everywhere, ...fromServers];
  return (
    <div className="search-help">
      <p>{words.all}</p>
      <dl>
        {examples.map(({ example, meaning }) => (
          <Fragment key={example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
      <p>
        {words.orLook} <a href={`${prefix}/posts`}>{searching.allArticles}</a>.
      </p>
    </div>
  );
}
