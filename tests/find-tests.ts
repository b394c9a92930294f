/** Which tests a change needs: those that import a changed file, directly or not, and the browser tests of its pages. */
import { isTest } from './architecture/import-rules.ts';
import type { Source } from './architecture/parse-source.ts';

export interface FoundTests {
  unit: string[];
  browser: string[];
}

/** A browser test uses a whole site, so its imports do not say what it is about. All lines that match a file count. */
const browserTests: readonly (readonly [files: RegExp, specs: RegExp])[] = [
  [/^(app\/|server\/)?names\//, /^(baby-names|static-names)/],
  [/^(app\/)?running\//, /^running/],
  [
    /^(app\/(account|confirm|consent|guard|login|mail-page|session)|backend\/auth|backend\/identity|server\/session)\//,
    /^(sign-in\/|guard|mail-page|oauth-consent|passkeys)/,
  ],
  [/^(app|server)\/admin\//, /^admin/],
  [/^(app\/stats|page-views|server\/page-views)\//, /^page-view/],
  [/^(app\/components|server\/(pages|preview)|markdown)\//, /^(collections|unpublished)/],
  [/^markdown\//, /^(pages|no-javascript|live-content|prose)/],
  [
    /^app\/([^/]+\.tsx?$|(charts|components|format|head|navigation|public|routes|runtime|styles)\/)/,
    /^(accessibility|before-hydration|chunks|error-screen|no-javascript|pages|payloads|prose|react-on-intent|router|theme)/,
  ],
  [
    /^(server\/[^/]+\.ts$|server\/(build|pages)\/|backend\/http\/)/,
    /^(bad-paths|build-manifest|caching|chunks|development|pages|payloads|routes|security-headers|uploaded-files)/,
  ],
];

export function findTests(changed: string[], sources: Source[]): FoundTests {
  const importers = new Map<string, string[]>();
  for (const { path, files } of sources)
    for (const file of files) importers.set(file, [...(importers.get(file) ?? []), path]);
  const affected = new Set<string>();
  const add = (file: string): void => {
    if (affected.has(file)) return;
    affected.add(file);
    for (const importer of importers.get(file) ?? []) add(importer);
  };
  for (const file of changed) add(file);
  const patterns = changed.flatMap((file) =>
    browserTests.filter(([files]) => files.test(file)).map(([, specs]) => specs),
  );
  const specs = sources.map(({ path }) => path).filter(isBrowserTest);
  const isAboutChange = (spec: string) =>
    affected.has(spec) || patterns.some((pattern) => pattern.test(spec.slice('tests/e2e/'.length)));
  return {
    unit: [...affected].filter((file) => isTest(file) && !isBrowserTest(file)).sort(),
    browser: specs.filter(isAboutChange).sort(),
  };
}

function isBrowserTest(file: string): boolean {
  return file.startsWith('tests/e2e/') && file.endsWith('.spec.ts');
}
