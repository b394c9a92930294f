const react = { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 };

/** All else that the entry needs, but not the entry itself: so it names the two, and they are fetched together. */
const site = {
  name: 'site',
  tags: ['$initial' as const],
  test: (file: string) => !file.endsWith('entry.browser.tsx'),
  priority: 3,
};

/**
 * What pages share, and the little that a page shares with what it fetches later. Left alone it is two dozen files, of a few hundred bytes
 * most, and to begin to fetch one takes a phone longer than to run it.
 */
const shared = [
  /[\\/]app[\\/](components|format|guard|runtime|session)[\\/]/,
  /[\\/](offer-download|names-address|local-shortlist|active-list|running[\\/]pace)\.ts$/,
];

/** Whichever comes first takes along what it needs. The backend's client has a name by which tests know it. */
const others = [
  {
    name: 'parts',
    test: (file: string) => shared.some((pattern) => pattern.test(file)),
    minShareCount: 2,
    priority: 2,
  },
  { name: 'sign-in', test: /[\\/]app[\\/]login[\\/]/, minShareCount: 2, priority: 1 },
  { name: 'supabase', test: /[\\/]node_modules[\\/]@supabase[\\/]/, priority: 1 },
];

/** How the browser's files are cut, as parts of Vite's `build`. */
export const browserChunks = {
  output: { codeSplitting: { groups: [react, site, ...others] } },
  modulePreload: {
    // Nobody needs to be told to fetch what is there before anything else.
    resolveDependencies: (_file: string, chunks: string[]) =>
      chunks.filter((chunk) => !/[\\/](react|site|entry\.browser|rolldown-runtime)-/.test(chunk)),
  },
};
