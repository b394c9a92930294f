/** Names by which authors know a language and Prism does not. */
const MORE_NAMES: Record<string, string> = {
  bash: 'zsh console',
  c: 'h',
  cpp: 'cc c++ h++ hpp hh hxx cxx',
  csharp: 'c#',
  diff: 'patch',
  go: 'golang',
  graphql: 'gql',
  java: 'jsp',
  javascript: 'mjs cjs',
  json5: 'jsonc',
  makefile: 'mk mak make',
  markdown: 'mkdown mkd',
  objectivec: 'mm obj-c obj-c++ objective-c++',
  perl: 'pl pm',
  python: 'gyp ipython pycon python-repl',
  ruby: 'gemspec podspec thor irb',
  rust: 'rs',
  typescript: 'mts cts',
  markup: 'xhtml xjb xsd xsl plist wsf',
  apacheconf: 'apache',
  batch: 'dos',
  pascal: 'delphi',
  sql: 'pgsql',
  reason: 'reasonml',
};

type Known = Record<string, { alias?: string | string[] }>;

/** Prism's own name for each name that a fence may give. */
export function toLanguageNames(known: Known): Map<string, string> {
  const names = new Map<string, string>();
  for (const [language, { alias = [] }] of Object.entries(known)) {
    if (language === 'meta') continue;
    for (const name of [language, alias, MORE_NAMES[language]?.split(' ') ?? []].flat())
      names.set(name, language);
  }
  return names;
}
