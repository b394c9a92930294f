import { themeColors } from './theme-colors.ts';

/** What a new `theme.css` begins with. It changes nothing, and shows what can be changed. */
export function writeNewTheme(): string {
  const lines = themeColors.map(
    ({ name, purpose, day, night }) => `  /* ${purpose} */\n  /* ${name}: light-dark(${day}, ${night}); */\n`,
  );
  return `/*
 * The colors of this site: light-dark(by day, at night). What is between comment marks is what
 * the site has without this file. Use the form of the editor, or take the marks of a line away and
 * change it. Other CSS can stand here, too. What is saved is live.
 */
:root {
${lines.join('')}}
`;
}
