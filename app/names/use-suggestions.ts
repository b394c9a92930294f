import { useEffect, useRef, useState } from 'react';
import { askNames } from './ask-names.ts';

const pauseMs = 120;

/** Names that begin with the typed letters. On an error there are none: the field works without them. */
export function useSuggestions() {
  const [suggestions, setSuggestions] = useState<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef('');

  useEffect(() => () => clearTimeout(timer.current), []);

  async function load(beginning: string): Promise<void> {
    try {
      const asked = new URLSearchParams({ complete: beginning });
      const { names } = await askNames<{ names: string[] }>(`${asked}`);
      if (latest.current === beginning) setSuggestions(names);
    } catch {
      setSuggestions([]);
    }
  }

  return {
    suggestions,
    suggest(beginning: string) {
      latest.current = beginning.trim();
      clearTimeout(timer.current);
      if (latest.current === '') setSuggestions([]);
      else timer.current = setTimeout(() => void load(latest.current), pauseMs);
    },
  };
}
