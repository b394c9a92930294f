import type { CSSProperties } from 'react';
import { isReadableTheme } from '../../../../markdown/theme/check-theme.ts';
import { themeColors } from '../../../../markdown/theme/theme-colors.ts';
import type { OpenedFile } from '../content-data.ts';

const defaults = Object.fromEntries(
  themeColors.map(({ name, day, night }) => [name, `light-dark(${day}, ${night})`]),
) as CSSProperties;

/** The colors of the editor of theme.css. Where the saved ones may be hard to read, they could not be repaired in themselves. */
export function findReadableColors({ entry, text }: OpenedFile): CSSProperties | undefined {
  return entry.kind === 'theme' && !isReadableTheme(text) ? defaults : undefined;
}
