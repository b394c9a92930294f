import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { FoundNames } from '../../names/answer-question.ts';
import type { NameFilter } from '../../names/filter.ts';
import { parseFilter, toQuery } from '../../names/filter-query.ts';
import type { SearchResult } from '../../names/search.ts';
import { type NamesState, toViewQuery } from '../../names/view-query.ts';
import { useIsCurrentEntry } from '../runtime/use-is-current-entry.ts';
import { askNames } from './ask-names.ts';
import { rememberExplorer } from './explorer-address.ts';
import { namesPath } from './names-address.ts';

export interface Found {
  filter: NameFilter;
  result: SearchResult;
}

export type SearchStatus = 'idle' | 'searching' | 'offline' | 'failed';

/** A debounce: long enough for the next letter, short enough not to be noticed. */
const pauseMs = 140;

/**
 * Searches while the visitor types: it reads the form, fetches the names and updates the address. The fields are uncontrolled, so what was
 * typed before hydration is kept.
 */
export function useExplorer(given: Found, state: NamesState, form: RefObject<HTMLFormElement | null>) {
  const [found, setFound] = useState(given);
  const [status, setStatus] = useState<SearchStatus>('idle');
  const shown = useRef(toQuery({ ...given.filter, page: 1 }));
  const isCurrentEntry = useIsCurrentEntry();
  const running = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const search = useCallback(async () => {
    // A page that is being left sends no search.
    if (!form.current || !isCurrentEntry()) return;
    const filter = readForm(form.current);
    const query = toQuery(filter);
    if (query === shown.current) return;
    shown.current = query;
    running.current?.abort();
    const request = new AbortController();
    running.current = request;
    setStatus('searching');
    showAddress({ ...state, filter });
    try {
      const answer = await askNames<FoundNames>(query, request.signal);
      if (request.signal.aborted) return;
      setFound({ filter: answer.filter, result: answer.result });
      setStatus('idle');
    } catch {
      if (request.signal.aborted) return;
      // The same search may be repeated as soon as there is a connection.
      shown.current = '-';
      setStatus(navigator.onLine ? 'failed' : 'offline');
    }
  }, [form, state, isCurrentEntry]);

  const searchSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void search(), pauseMs);
  }, [search]);

  useEffect(() => rememberExplorer(toViewQuery(state)), [state]);
  useEffect(() => {
    // Input from before hydration.
    void search();
    const again = () => void search();
    addEventListener('online', again);
    return () => {
      removeEventListener('online', again);
      clearTimeout(timer.current);
      running.current?.abort();
    };
  }, [search]);

  return { found, status, search, searchSoon };
}

/** A change of the filters starts at the first page of results. */
function readForm(form: HTMLFormElement): NameFilter {
  const fields = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return { ...parseFilter(new URLSearchParams(fields)).filter, page: 1 };
}

/** Replaces the address of the current history entry: going back leads to the previous page, not through every letter. */
function showAddress(state: NamesState): void {
  const query = toViewQuery(state);
  rememberExplorer(query);
  history.replaceState(history.state, '', namesPath + query + location.hash);
}
