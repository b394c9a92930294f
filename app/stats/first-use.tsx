import { LineChart } from '../charts/line-chart.tsx';
import { PageSection } from '../components/page-section.tsx';

const days = Array.from({ length: 14 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`);
const example = (values: number[]) => days.map((x, index) => ({ x, y: values[index] ?? 0 }));
const series = [
  { name: 'Views', points: example([12, 9, 14, 31, 26, 18, 15, 17, 12, 22, 48, 41, 29, 33]) },
  { name: 'Visitors', points: example([7, 6, 8, 19, 15, 11, 9, 10, 8, 13, 27, 24, 17, 20]) },
];

const parts = [
  ['Pages', 'which are read most'],
  ['Entry pages', 'where visitors arrive first'],
  ['Referrers', 'the sites that readers come from'],
  ['Devices', 'computers, phones and tablets'],
  ['Countries', 'if your proxy sends them: set pageViews.countryHeader in site.config.ts'],
  ['Not counted', 'bots, forged views and you, with the reason'],
];

/** Shown before the first view: what the page will contain, and how to try it. */
export function FirstUse() {
  return (
    <>
      <PageSection title="Nothing yet">
        <p>
          No one has viewed a page since counting began. Your own visits are not counted. To try it out, open
          the site in a private window, where you are not signed in. The view appears here by itself.
        </p>
      </PageSection>
      <PageSection title="An example">
        <div className="stats-example">
          <LineChart title="An example of views and visitors" x="day" xName="Day" series={series} />
        </div>
        <p className="label mt-s">Made-up numbers, to show how yours will look.</p>
      </PageSection>
      <PageSection title="And below">
        <dl className="stats-parts">
          {parts.map(([name, what]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </PageSection>
    </>
  );
}
