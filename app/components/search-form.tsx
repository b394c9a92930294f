import { usePrefix, useWords } from '../current-site.ts';

/** A field that leads to the page of results; works without a script. */
export function SearchForm({ question }: { question: string }) {
  const words = useWords();
  const prefix = usePrefix();
  return (
    <search>
      <form className="search-form" action={`${prefix}/search`} role="search">
        <label className="sr-only" htmlFor="search-question">
          {words.searching.searchSite}
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
          {words.searching.search}
        </button>
      </form>
    </search>
  );
}
