const react = { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 };

/** Everything that the entry needs except the entry itself, so that it imports two files, which are fetched together. */
const site = {
  name: 'site',
  tags: ['$initial' as const],
  test: (file: string) => !/entry\.browser\.[jt]sx?$/.test(file),
  priority: 3,
};

/**
 * Modules that pages share, and small ones that a page shares with what it loads later. Otherwise there would be two dozen files, mostly of
 * a few hundred bytes, and a request takes a phone longer than the script.
 */
const shared = [
  /[\\/]app[\\/](components|format|guard|runtime|session)[\\/]/,
  /[\\/](offer-download|names-address|local-shortlist|active-list|invitation-link|explorer-address|unsent-mail-note)\.[jt]sx?$/,
];

/** The first group that matches includes its dependencies. Tests know the backend client by its name. */
const others = [
  {
    name: 'parts',
    test: (file: string) => shared.some((pattern) => pattern.test(file)),
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'names',
    test: /[\\/]app[\\/]names[\\/](hidden-fields|labels|lists-link|notes|source-note|use-suggestions|shortlist[\\/][a-z-]+)\.[jt]sx?$/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'units', test: /[\\/]running[\\/](pace|units)\.[jt]s$/, minShareCount: 2, priority: 3 },
  {
    name: 'runs',
    test: /[\\/]app[\\/]running[\\/]run[\\/](run-address|run-figures|run-head|run-states|run-preview|format-run)\.[jt]sx?$/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'sign-in', test: /[\\/]app[\\/]login[\\/]/, minShareCount: 2, priority: 1 },
  { name: 'realtime', test: /[\\/]node_modules[\\/]@supabase[\\/](realtime-js|phoenix)[\\/]/, priority: 2 },
  { name: 'supabase', test: /[\\/]node_modules[\\/]@supabase[\\/]/, priority: 1 },
];

/** The chunks of the browser build, as part of Vite's `build`. */
export const browserChunks = {
  output: { codeSplitting: { groups: [react, site, ...others] } },
  modulePreload: {
    // No preload for files that are loaded before everything else.
    resolveDependencies: (_file: string, chunks: string[]) =>
      chunks.filter((chunk) => !/[\\/](react|site|entry\.browser|rolldown-runtime)-/.test(chunk)),
  },
};
