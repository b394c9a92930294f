import type { Plugin } from 'vite';

const id = '\0no-realtime';

/**
 * Every client of supabase-js creates a client of realtime, also on pages that have no live data. In the browser's build it gets one that does
 * nothing but take each new token; pages with live data load the real one (app/live/realtime-client.ts).
 */
export function realtimeApart(): Plugin {
  return {
    name: 'realtime-apart',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      const isOfClient = /[\\/]@supabase[\\/]supabase-js[\\/]/.test(importer ?? '');
      return source === '@supabase/realtime-js' && isOfClient ? id : undefined;
    },
    load: (asked) => (asked === id ? 'export class RealtimeClient { setAuth() {} }' : undefined),
  };
}
