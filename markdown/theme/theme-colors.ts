/** The colors of the site that an owner can set in `theme.css`, as app/styles/tokens.css has them. A test compares both. */

export type Mode = 'day' | 'night';

export interface ThemeColor {
  /** The custom property. */
  name: `--color-${string}`;
  /** What it is for, in the words of an owner who has never seen CSS. */
  purpose: string;
  /** The value without `theme.css`. */
  day: string;
  night: string;
}

export const themeColors: readonly ThemeColor[] = [
  {
    name: '--color-paper',
    purpose: 'Background',
    day: 'oklch(0.978 0.011 84)',
    night: 'oklch(0.188 0.021 266)',
  },
  {
    name: '--color-raised',
    purpose: 'Boxes and code',
    day: 'oklch(0.957 0.014 76)',
    night: 'oklch(0.228 0.023 266)',
  },
  { name: '--color-ink', purpose: 'Text', day: 'oklch(0.255 0.021 58)', night: 'oklch(0.905 0.018 84)' },
  {
    name: '--color-soft',
    purpose: 'Quieter text',
    day: 'oklch(0.435 0.022 62)',
    night: 'oklch(0.765 0.02 82)',
  },
  {
    name: '--color-faint',
    purpose: 'Dates and hints',
    day: 'oklch(0.51 0.022 66)',
    night: 'oklch(0.69 0.02 78)',
  },
  {
    name: '--color-lamp',
    purpose: 'Links and the lamp',
    day: 'oklch(0.488 0.112 58)',
    night: 'oklch(0.83 0.118 77)',
  },
  {
    name: '--color-flame',
    purpose: 'Flame of the lamp, marks',
    day: 'oklch(0.785 0.152 73)',
    night: 'oklch(0.85 0.135 79)',
  },
  {
    name: '--color-glow',
    purpose: 'Glow around the lamp',
    day: 'oklch(0.94 0.068 80 / 0.6)',
    night: 'oklch(0.8 0.115 74 / 0.17)',
  },
  {
    name: '--color-ember',
    purpose: 'Errors and warnings',
    day: 'oklch(0.475 0.15 30)',
    night: 'oklch(0.78 0.115 36)',
  },
  {
    name: '--color-moss',
    purpose: 'Success, and texts in code',
    day: 'oklch(0.44 0.07 135)',
    night: 'oklch(0.81 0.075 130)',
  },
  {
    name: '--color-dusk',
    purpose: 'Names in code, charts',
    day: 'oklch(0.435 0.07 262)',
    night: 'oklch(0.8 0.06 262)',
  },
  {
    name: '--color-rule',
    purpose: 'Fine lines',
    day: 'oklch(0.885 0.018 80)',
    night: 'oklch(0.325 0.024 266)',
  },
  {
    name: '--color-edge',
    purpose: 'Edges of fields and buttons',
    day: 'oklch(0.62 0.025 70)',
    night: 'oklch(0.58 0.025 80)',
  },
];

/** What text is written on. */
export const surfaces = ['--color-paper', '--color-raised'] as const;

/** What text is written in. */
export const textColors = ['ink', 'soft', 'faint', 'lamp', 'ember', 'moss', 'dusk'].map(
  (name) => `--color-${name}`,
);
