import type { ReactNode } from 'react';

interface Section {
  path: string;
  title: string;
  text: string;
  door: Door;
}

/** Each section has a door of its own, with something beside it that tells what is behind. */
interface Door {
  outline: string;
  panels: string;
  knob: { cx: number; cy: number };
  beside: ReactNode;
}

const sections: Section[] = [
  {
    path: '/baby-names',
    title: 'Baby names',
    text: 'How names come, peak and come back.',
    // An arched door with a heart cut into it, and two letter blocks.
    door: {
      outline: 'M4 77V30a26 26 0 0 1 52 0v47z',
      panels: 'M4 34h52M30 4v30M30 62q-9-6.5-9-12a4.7 4.7 0 0 1 9-2 4.7 4.7 0 0 1 9 2q0 5.5-9 12z',
      knob: { cx: 50.5, cy: 56 },
      beside: (
        <path d="M63 61h16v16H63zM65 46h14v15H65zM67 74l4-10 4 10M68.3 71h5.4M70 57.5v-8h2.5a2 2 0 0 1 0 4H70h3a2 2 0 0 1 0 4z" />
      ),
    },
  },
  {
    path: '/running',
    title: 'Running',
    text: 'Runs, records, and what you might run next.',
    // A straight door with panes, and a running shoe.
    door: {
      outline: 'M4 77V8h52v69z',
      panels: 'M13 16h34v24H13zM30 16v24M13 28h34M13 48h34v21H13z',
      knob: { cx: 51.5, cy: 53 },
      beside: (
        <path d="M63 77V65.5q4 2.5 7-1.5l8.5 6q6.5.5 6.5 7zM63 73.5h21.5M71.5 68.5l2.5-2M74.5 70.5l2.5-2" />
      ),
    },
  },
  {
    path: '/about',
    title: 'About',
    text: 'Who keeps the light on, and why.',
    // A low door of planks, and a lantern on the wall.
    door: {
      outline: 'M4 77V20Q30-2 56 20v57z',
      panels: 'M17 77V11.8M43 77V11.8M30 9v16M30 39v38M30 25a7 7 0 0 1 0 14 7 7 0 0 1 0-14z',
      knob: { cx: 49.5, cy: 50 },
      beside: (
        <>
          <path d="M64 30h8v5M69 39h6l2 4h-10zM67.8 43l1.4 11h5.6l1.4-11M68 54h8v2.5h-8zM70.5 39v-2.5a1.5 1.5 0 0 1 3 0V39" />
          <circle className="knob" cx="72" cy="49.5" r="2.4" />
        </>
      ),
    },
  },
];

/** Links to the sections of the site, drawn as doors that open on hover. */
export function SectionLinks() {
  return (
    <ul className="doors">
      {sections.map(({ path, title, text, door }) => (
        <li key={path}>
          <a className="door" href={path}>
            <svg viewBox="3 3 84 75" aria-hidden="true">
              <path className="opening" d={door.outline} />
              <g className="leaf">
                <path d={door.outline} />
                <path d={door.panels} />
                <circle className="knob" {...door.knob} r="2.2" />
              </g>
              {door.beside}
            </svg>
            <strong>{title}</strong>
            <span>{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
