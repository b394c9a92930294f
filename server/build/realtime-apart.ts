import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Every client of supabase-js creates a client of realtime, also on pages that have no live data. In the browser's build it gets one that does
 * nothing; pages with live data load the real one (app/live/realtime-client.ts).
 */
export function realtimeApart(): Plugin {
  let replacement = '';
  return {
    name: 'realtime-apart',
    enforce: 'pre',
    apply: 'build',
    configResolved({ root }) {
      replacement = join(root, 'app', 'session', 'no-realtime.ts');
    },
    resolveId(source, importer) {
      const isOfClient = /[\\/]@supabase[\\/]supabase-js[\\/]/.test(importer ?? '');
      return source === '@supabase/realtime-js' && isOfClient ? replacement : undefined;
    },
  };
}
