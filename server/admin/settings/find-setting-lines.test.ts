import { expect, test } from 'vitest';
import { findSettingLine } from './find-setting-lines.ts';

const source = `import type { SiteConfig } from './app/site-config.ts';

// title: in a comment
const site: SiteConfig = {
  title: 'A: { "b" }, [',
  /* pageViews: {
     timeZone: */
  navigation: [
    { title: 'Articles', path: '/posts' },
    {
      title: 'About',
      path: '/about',
    },
  ],
  'signIn': { login: '/login', exclude: ['/a', '/b'],
    flow: \`implicit\` },
  pageViews: {
    timeZone: 'UTC',
  },
  languages: { 'pt-BR': { title: 'Título' } },
};
export default site;
`;

test.each([
  ['title', 5],
  ['navigation', 8],
  ['navigation.0.path', 9],
  ['navigation.1', 10],
  ['navigation.1.path', 12],
  ['signIn.flow', 16],
  ['signIn.exclude.1', 15],
  // One that is missing is looked for where it belongs.
  ['signIn.callback', 15],
  ['pageViews.timeZone', 18],
  ['languages.pt-BR.title', 20],
  ['description', undefined],
])('%s is on line %s', (setting, line) => {
  expect(findSettingLine(source, setting)).toBe(line);
});
