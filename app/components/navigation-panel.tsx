import { ofetch } from 'ofetch';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { NavigationNode } from '../../markdown/document.ts';
import { NavigationMatches, NavigationTree } from './navigation-tree.tsx';

interface NavigationPanelProps {
  currentPath: string;
  onClose: () => void;
}

type Loaded = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; nodes: NavigationNode[] };

/** The content of the dialog: a filter, and the tree or the matches of the filter. */
export function NavigationPanel({ currentPath, onClose }: NavigationPanelProps) {
  const [attempt, setAttempt] = useState(0);
  const loaded = useNavigation(attempt);
  const [filter, setFilter] = useState('');
  const query = useDeferredValue(filter).trim();
  const field = useId();
  const input = useRef<HTMLInputElement>(null);

  // The dialog opened before this component was loaded, so the browser's own choice of focus came too early.
  useEffect(() => input.current?.focus(), []);

  return (
    <>
      <header>
        <div className="flex items-baseline justify-between">
          <h2 className="section-title mb-0!">All pages</h2>
          <button type="button" className="link-button py-2xs text-sm font-sans" onClick={onClose}>
            Close
          </button>
        </div>
        <div className="field">
          <label className="sr-only" htmlFor={field}>
            Filter by title
          </label>
          <input
            className="input"
            id={field}
            ref={input}
            type="search"
            placeholder="Filter by title"
            autoComplete="off"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
      </header>
      <div className="browser-body">
        {loaded.state === 'loading' && (
          <p className="label" role="status">
            Loading …
          </p>
        )}
        {loaded.state === 'failed' && (
          <div className="notice" role="alert">
            The list of pages could not be loaded.{' '}
            <button type="button" className="link-button" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </button>
          </div>
        )}
        {loaded.state === 'ready' &&
          (query ? (
            <NavigationMatches nodes={loaded.nodes} query={query} currentPath={currentPath} />
          ) : (
            <NavigationTree nodes={loaded.nodes} currentPath={currentPath} />
          ))}
      </div>
    </>
  );
}

/** Each attempt fetches again; an answer that arrives after the dialog was closed is dropped. */
function useNavigation(attempt: number): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is what starts another fetch.
  useEffect(() => {
    const abort = new AbortController();
    setLoaded({ state: 'loading' });
    ofetch<NavigationNode[]>('/navigation.json', { signal: abort.signal }).then(
      (nodes) => setLoaded({ state: 'ready', nodes }),
      () => abort.signal.aborted || setLoaded({ state: 'failed' }),
    );
    return () => abort.abort();
  }, [attempt]);
  return loaded;
}
