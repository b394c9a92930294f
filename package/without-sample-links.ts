/** The settings of an empty site: links to pages that are only in the sample content are left out. */
export function withoutSampleLinks(config: string): string {
  const { length } = config;
  const text = config
    .replaceAll(/^ {4}\{ title: '[^']+', path: '(?:\/about|\/posts\/guide)' \},\n/gm, '')
    .replace(/footer: \[\n {2}\],/, 'footer: [],')
    .replace(/description: '[^']+'/, "description: ''");
  if (text.length === length) throw new Error('site.config.ts has none of the links of the sample content.');
  return text;
}
