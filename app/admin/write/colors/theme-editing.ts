import type { CSSProperties } from 'react';
import { checkTheme, isReadableTheme } from '../../../../markdown/theme/check-theme.ts';
import { themeColors } from '../../../../markdown/theme/theme-colors.ts';

/** What the editor of theme.css has that others have not. It is loaded with that file. */
export interface ThemeEditing {
  findFaults: typeof checkTheme;
  /** Where the saved colors may be hard to read, they could not be repaired in themselves. */
  ownColors: CSSProperties | undefined;
}

const defaults = Object.fromEntries(
  themeColors.map(({ name, day, night }) => [name, `light-dark(${day}, ${night})`]),
) as CSSProperties;

export function createThemeEditing(savedText: string): ThemeEditing {
  return { findFaults: checkTheme, ownColors: isReadableTheme(savedText) ? undefined : defaults };
}
