import { compareDays } from '../day.ts';
import { formatDistance, formatHeight, type Unit } from '../units.ts';
import { isOutline, outlineSize } from './draw-outline.ts';

export interface PosterRun {
  day: string;
  metres: number;
  moving: number;
  gain: number | undefined;
  /** From drawOutline; '' for a run without positions, which becomes a dot. */
  outline: string;
}

export interface PosterOptions {
  year: number;
  /** Whose year it is. */
  title: string;
  unit: Unit;
  /** A line at the bottom, such as that these are sample runs. */
  note?: string;
  paper?: string;
  ink?: string;
  accent?: string;
}

const width = 1200;
const height = 1600;
const margin = 80;
const grid = { left: margin, top: 300, width: width - 2 * margin, height: 1040 } as const;
const gap = 0.16;

/** A year on one sheet: the shape of every run in the order of days, and the sums. A whole SVG file. */
export function drawYearPoster(runs: readonly PosterRun[], options: PosterOptions): string {
  const { year, unit, title, note = '' } = options;
  const paper = toColour(options.paper, '#fbf8f1');
  const ink = toColour(options.ink, '#23201b');
  const accent = toColour(options.accent, '#c2410c');
  const ofYear = runs
    .filter(({ day }) => day.startsWith(`${year}-`))
    .toSorted((a, b) => compareDays(a.day, b.day));
  const longest = ofYear.reduce((most, run) => (run.metres > most ? run.metres : most), 0);
  const cells = placeCells(ofYear.length);
  const shapes = ofYear.map((run, index) => {
    const colour = run.metres === longest ? accent : ink;
    return drawShape(run, cells.at(index), cells.size, colour);
  });
  const text = ([x, y]: [x: number, y: number], size: number, content: string, extra = '') =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${ink}"${extra}>${escapeXml(content)}</text>`;
  const sums = sumUp(ofYear, unit);
  const columnWidth = grid.width / sums.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" role="img">`,
    `<title>${escapeXml(`${title}: ${year} in runs`)}</title>`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    text([margin, 200], 120, String(year), ' font-weight="700"'),
    text([width - margin, 200], 40, title, ' text-anchor="end"'),
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</g>`,
    ...sums.flatMap(({ value, label }, index) => [
      text([margin + index * columnWidth, 1450], 44, value, ' font-weight="700"'),
      text([margin + index * columnWidth, 1490], 24, label),
    ]),
    note ? text([margin, 1550], 20, note) : '',
    '</svg>',
  ].join('\n');
}

/** As many columns as make the squares largest. */
function placeCells(count: number): { size: number; at(index: number): { x: number; y: number } } {
  let columns = 1;
  let size = 0;
  for (let tried = 1; tried <= Math.max(1, count); tried += 1) {
    const fits = Math.min(grid.width / tried, grid.height / Math.ceil(Math.max(1, count) / tried));
    if (fits > size) [columns, size] = [tried, fits];
  }
  // A single run is not drawn huge.
  size = Math.min(size, 260);
  return {
    size,
    at: (index) => ({
      x: grid.left + (index % columns) * size,
      y: grid.top + Math.floor(index / columns) * size,
    }),
  };
}

function drawShape(run: PosterRun, { x, y }: { x: number; y: number }, size: number, colour: string): string {
  const scale = (size * (1 - gap)) / outlineSize;
  const move = `translate(${round(x)} ${round(y)}) scale(${round(scale)})`;
  const shape = isOutline(run.outline)
    ? `<path d="${run.outline}" stroke="${colour}" stroke-width="${round(2.4 / Math.max(scale, 0.4))}"/>`
    : `<circle cx="50" cy="50" r="6" fill="${colour}"/>`;
  return `<g transform="${move}"><title>${escapeXml(run.day)}</title>${shape}</g>`;
}

/** `23 min`, and whole hours once there are some. */
function formatHours(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function sumUp(runs: readonly PosterRun[], unit: Unit): { value: string; label: string }[] {
  const sum = (value: (run: PosterRun) => number) => runs.reduce((total, run) => total + value(run), 0);
  return [
    { value: String(runs.length), label: runs.length === 1 ? 'run' : 'runs' },
    {
      value: formatDistance(
        sum(({ metres }) => metres),
        unit,
      ),
      label: 'distance',
    },
    { value: formatHours(sum(({ moving }) => moving)), label: 'in motion' },
    {
      value: formatHeight(
        sum(({ gain }) => gain ?? 0),
        unit,
      ),
      label: 'uphill',
    },
  ];
}

/** Colors come from a theme; any other text could inject markup into the file. */
function toColour(value: string | undefined, fallback: string): string {
  return value !== undefined && /^(#[\da-f]{3,8}|[a-z]+|(rgb|hsl|oklch|oklab)\([\d\s.,%/-]+\))$/i.test(value)
    ? value
    : fallback;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for the inside of an element or an attribute. What XML cannot hold at all is left out. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
}
