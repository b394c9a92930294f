/** For tests: reads the text format of OpenMetrics strictly. Throws where the format is not kept. */

const suffixes: Record<string, string[]> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_count', '_sum'],
};

/** The value of each sample by its name and labels, as written: `http_requests_total{kind="page"}`. */
export function readOpenMetrics(text: string): Map<string, number> {
  if (!text.endsWith('\n# EOF\n')) throw new Error('The text does not end with # EOF.');
  const samples = new Map<string, number>();
  const families = new Set<string>();
  let family = '';
  let allowed: string[] = [];
  for (const line of text.slice(0, -'\n# EOF\n'.length).split('\n')) {
    const [, kind, name, rest = ''] = /^# (TYPE|UNIT|HELP) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === 'TYPE') {
      if (name === undefined || families.has(name)) throw new Error(`Described twice: ${line}`);
      families.add(name);
      family = name;
      allowed = (suffixes[rest] ?? []).map((suffix) => name + suffix);
    } else if (kind !== undefined) {
      const isOfFamily = name === family && (kind === 'HELP' || name.endsWith(`_${rest}`));
      if (!isOfFamily) throw new Error(`In the wrong place: ${line}`);
    } else {
      const [, key = '', sampleName = '', value = ''] =
        /^(([a-z][a-z0-9_]*)(?:\{[a-z]+="(?:[^"\\\n]|\\.)*"(?:,[a-z]+="(?:[^"\\\n]|\\.)*")*\})?) (\S+)$/.exec(
          line,
        ) ?? [];
      if (!allowed.includes(sampleName)) throw new Error(`No sample of ${family}: ${line}`);
      if (samples.has(key) || value === '' || Number.isNaN(Number(value)))
        throw new Error(`A sample that is twice there or no number: ${line}`);
      samples.set(key, Number(value));
    }
  }
  return samples;
}
