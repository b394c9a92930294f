/** Charts as the server renders them: plot and table are both in the HTML. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { BarChart } from './bar-chart.tsx';
import { BarTable } from './bar-table.tsx';
import { LineChart, type LineChartProps } from './line-chart.tsx';

const draw = (changes: Partial<LineChartProps> = {}) =>
  renderToStaticMarkup(
    <LineChart
      title="Views"
      x="day"
      xName="Day"
      series={[
        {
          name: 'Views',
          points: [
            ['2026-11-13', 4],
            ['2026-11-14', 10],
            ['2026-11-15', 7],
          ].map(toPoint),
        },
        {
          name: 'Before',
          comparison: true,
          points: [
            ['2026-11-13', 2],
            ['2026-11-14', 3],
          ].map(toPoint),
        },
      ]}
      {...changes}
    />,
  );
const toPoint = ([x, y]: (string | number)[]) => ({ x: x as string | number, y: y as number });
const yearly = (values: (number | null)[]) => values.map((y, index) => ({ x: 1990 + index, y }));
const cells = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
  );
const linesOf = (html: string) =>
  [...html.matchAll(/class="series-line" d="(M[^"]*)"/g)].map(([, path]) => path);

test('the table contains the values of the plot, and marks unknown ones', () => {
  expect(cells(draw())).toEqual([
    ['Day', 'Views', 'Before'],
    ['Nov 13, 2026', '4', '2'],
    ['Nov 14, 2026', '10', '3'],
    ['Nov 15, 2026', '7', '–not known'],
  ]);
});

test('a line goes from the left edge to the right, and the largest value is near the top', () => {
  const [views] = linesOf(draw()).filter((path) => path?.includes('L'));
  expect(views).toBe('M0,600L500,0L1000,300');
});

test('ranks have the first on top', () => {
  const html = draw({ x: 'year', series: [{ name: 'Rank', points: yearly([1, 11, 6]) }], inverted: true });
  const heights =
    linesOf(html)[1]
      ?.match(/,(\d+(\.\d+)?)/g)
      ?.map((text) => Number(text.slice(1))) ?? [];
  expect(heights[0]).toBe(0);
  expect(heights[1]).toBeGreaterThan(heights[2] ?? 0);
  expect(html).toMatch(/<span style="bottom:100%">1<\/span>/);
});

test('a gap breaks the line, and a single point is a dot', () => {
  const html = draw({ x: 'year', series: [{ name: 'A', points: yearly([1, 2, null, 3, null, 2]) }] });
  expect(linesOf(html)[1]?.match(/M/g)).toHaveLength(3);
  expect(html.match(/h0/g)).toHaveLength(2);
});

test('an axis that fits begins near the smallest value', () => {
  const series = [{ name: 'Height', points: yearly([480, 495, 510]) }];
  expect(draw({ x: 'year', series, yFrom: 'fit' })).not.toContain('>0</span>');
  expect(draw({ x: 'year', series })).toContain('>0</span>');
});

test('without color, series differ by their dashes and are named at the ends of their lines', () => {
  const series = Array.from({ length: 6 }, (_, index) => ({
    name: `Name ${index}`,
    points: yearly([index, index + 1]),
  }));
  const html = draw({ x: 'year', series });
  const picture = html.slice(html.indexOf('chart-area'));
  const dashes = [...picture.matchAll(/class="series-line" d="[^"]*"( stroke-dasharray="[^"]*")?/g)].map(
    ([, dash]) => dash,
  );
  expect(new Set(dashes).size).toBe(6);
  for (const { name } of series) expect(picture).toContain(`>${name}</span>`);
});

test('given formatters are used everywhere', () => {
  const html = draw({
    x: 'number',
    series: [
      {
        name: 'Pace',
        points: [
          { x: 1, y: 300 },
          { x: 2, y: 330 },
        ],
      },
    ],
    formatX: (km) => `km ${km}`,
    formatY: (seconds) => `${seconds} s`,
  });
  expect(cells(html)[1]).toEqual(['km 1', '300 s']);
});

test('the server renders a plot that works without a script, and no slider', () => {
  expect(draw()).toContain('role="img" aria-label="Views"');
  expect(draw()).not.toContain('role="slider"');
});

test.each([
  ['no series', []],
  ['no points', [{ name: 'A', points: [] }]],
  ['nothing known', [{ name: 'A', points: yearly([null, null]) }]],
])('with %s it says so', (_, series) => {
  expect(draw({ x: 'year', series })).toContain('Nothing to draw yet.');
});

test('a single point, equal values and very large ones are drawn without an error', () => {
  for (const values of [[5], [5, 5, 5], [0, 0], [1e12, 2e12], [-3, 4]])
    expect(draw({ x: 'year', series: [{ name: 'A', points: yearly(values) }] })).not.toMatch(/NaN|Infinity/);
});

test('a long table is rendered on demand', () => {
  const points = Array.from({ length: 5000 }, (_, x) => ({ x, y: x % 7 }));
  expect(draw({ x: 'number', series: [{ name: 'A', points }] })).not.toContain('<table');
});

describe('bars', () => {
  const bars = (series: Parameters<typeof BarChart>[0]['series']) =>
    renderToStaticMarkup(<BarChart title="Weeks" x="day" xName="Week" series={series} />);

  test('have slots of the same width, and start at zero', () => {
    const html = bars([
      {
        name: 'km',
        points: [
          ['2026-11-02', 10],
          ['2026-11-09', 5],
        ].map(toPoint),
      },
    ]);
    expect(
      [...html.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map((m) =>
        m.slice(1, 5).map(Number),
      ),
    ).toEqual([
      [70, 0, 360, 1000],
      [570, 500, 360, 500],
    ]);
  });

  test('of two series are side by side, and a comparison is behind its own series', () => {
    const points = [{ x: '2026-11-02', y: 10 }];
    const places = (html: string) => [...html.matchAll(/<rect x="([\d.]+)"/g)].map(([, x]) => Number(x));
    expect(
      places(
        bars([
          { name: 'a', points },
          { name: 'b', points },
        ]),
      ),
    ).toEqual([140, 500]);
    expect(
      places(
        bars([
          { name: 'a', points },
          { name: 'b', points, comparison: true },
        ]),
      ),
    ).toEqual([140, 140]);
  });
});

describe('a ranking', () => {
  test('is a table whose first number is drawn as a bar', () => {
    const html = renderToStaticMarkup(
      <BarTable
        title="Pages"
        rowName="Page"
        columns={['Views', 'Visitors']}
        rows={[
          { name: '/about', href: '/about', values: [1200, 80] },
          { name: '/b', values: [300, 20] },
        ]}
      />,
    );
    expect(cells(html)).toEqual([
      ['Page', 'Views', 'Visitors'],
      ['/about', '1,200', '80'],
      ['/b', '300', '20'],
    ]);
    expect([...html.matchAll(/<rect width="([\d.]+%)"/g)].map(([, width]) => width)).toEqual(['100%', '25%']);
  });
});
