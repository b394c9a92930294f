import { themeColors } from './theme-colors.ts';

/** What a new `theme.css` begins with. It changes nothing, and shows what can be changed. */
export function writeNewTheme(): string {
  const lines = themeColors.map(
    ({ name, purpose, day, night }) => `  /* ${purpose} */\n  /* ${name}: light-dark(${day}, ${night}); */\n`,
  );
  return `/*
 * The colors of this site, each as
 * light-dark(by day, at night).
 * A line in comment marks is the default.
 * What is saved is live.
 */
:root {
${lines.join('')}}
`;
}
