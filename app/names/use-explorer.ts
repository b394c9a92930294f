import { ofetch } from 'ofetch';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { NameFilter } from '../../names/filter.ts';
import { parseFilter, toQuery } from '../../names/filter-query.ts';
import type { SearchResult } from '../../names/search.ts';
import { type NamesState, toViewQuery } from '../../names/view-query.ts';
import { useIsCurrentEntry } from '../runtime/use-is-current-entry.ts';
import { namesPath } from './names-address.ts';

export interface Found {
  filter: NameFilter;
  result: SearchResult;
}

export type Asking = 'idle' | 'asking' | 'offline' | 'failed';

interface Answer extends Found {
  notes: string[];
}

/** Long enough for the next letter of somebody who types, short enough not to be noticed. */
const pauseMs = 140;

/**
 * The explorer while somebody types: the form is asked for its fields, the server for the names, and the address follows. The fields belong to the form and not
 * to React, so what was typed before React came is kept.
 */
export function useExplorer(given: Found, state: NamesState, form: RefObject<HTMLFormElement | null>) {
  const [found, setFound] = useState(given);
  const [asking, setAsking] = useState<Asking>('idle');
  const shown = useRef(toQuery({ ...given.filter, page: 1 }));
  const isOwnEntry = useIsCurrentEntry();
  const running = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const ask = useCallback(async () => {
    // Of a page that is being left nothing is asked any more.
    if (!form.current || !isOwnEntry()) return;
    const filter = readForm(form.current);
    const query = toQuery(filter);
    if (query === shown.current) return;
    shown.current = query;
    running.current?.abort();
    const request = new AbortController();
    running.current = request;
    setAsking('asking');
    showAddress({ ...state, filter });
    try {
      const answer = await ofetch<Answer>(`${namesPath}/search.json?${query}`, { signal: request.signal });
      if (request.signal.aborted) return;
      setFound({ filter: answer.filter, result: answer.result });
      setAsking('idle');
    } catch {
      if (request.signal.aborted) return;
      // The same question may be asked again as soon as there is a connection.
      shown.current = '-';
      setAsking(navigator.onLine ? 'failed' : 'offline');
    }
  }, [form, state, isOwnEntry]);

  const askSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void ask(), pauseMs);
  }, [ask]);

  useEffect(() => {
    // Typed before React was there.
    void ask();
    const again = () => void ask();
    addEventListener('online', again);
    return () => {
      removeEventListener('online', again);
      clearTimeout(timer.current);
      running.current?.abort();
    };
  }, [ask]);

  return { found, asking, ask, askSoon };
}

/** A change begins at the first page. */
function readForm(form: HTMLFormElement): NameFilter {
  const fields = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return { ...parseFilter(new URLSearchParams(fields)).filter, page: 1 };
}

/** The entry of the history stays the same, with its own state: going back leads to where one came from, not through every letter. */
function showAddress(state: NamesState): void {
  history.replaceState(history.state, '', namesPath + toViewQuery(state) + location.hash);
}
