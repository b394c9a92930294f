import type { CSSProperties } from 'react';
import type { SetColor } from '../../../../markdown/theme/check-theme.ts';
import type { Mode } from '../../../../markdown/theme/theme-colors.ts';

/** A few parts of a page in these colors, before anything is saved. */
export function ColorSample({ mode, colors }: { mode: Mode; colors: readonly SetColor[] }) {
  const values = Object.fromEntries(colors.map((color) => [color.name, color[mode]]));
  const style = { colorScheme: mode === 'day' ? 'light' : 'dark', ...values } as CSSProperties;
  return (
    <figure className="write-sample" style={style} data-mode={mode}>
      <figcaption>{mode === 'day' ? 'Day' : 'Night'}</figcaption>
      <p className="write-sample-title">A walk at dusk</p>
      <p>
        Words of a page, with <span className="write-sample-link">a link</span>.
      </p>
      <p className="write-sample-note">
        <strong>Note</strong> It stands in a box.
      </p>
      <p>
        <span className="button">Button</span>
      </p>
    </figure>
  );
}
