import { type CSSProperties, useState } from 'react';
import { minContrast, readColors, type SetColor } from '../../../../markdown/theme/check-theme.ts';
import { resetColor, setColor, ThemeEditFault } from '../../../../markdown/theme/edit-color.ts';
import type { Mode } from '../../../../markdown/theme/theme-colors.ts';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { ColorRow } from './color-row.tsx';
import styles from './colors.css?url';

interface ColorsFormProps {
  /** Of theme.css, as it is in the editor. */
  text: string;
  /** The editor of the text is loaded. */
  isReady: boolean;
  readText(): string;
  /** `line`: where the change is, if it is not gone with it. */
  onChange(text: string, line: number | undefined): void;
}

/** The colors of the site. A changed one changes its value in the text and nothing else. */
export function ColorsForm({ text, isReady, readText, onChange }: ColorsFormProps) {
  const [fault, setFault] = useState<string>();
  /** The text as it would be with the color that is being chosen. It is over when the text is another one. */
  const [trial, setTrial] = useState<{ of: string; text: string }>();
  const colors = readColors(trial?.of === text ? trial.text : text);

  function edit(change: (text: string) => string, take: (changed: string) => void): void {
    setTrial(undefined);
    try {
      take(change(readText()));
      setFault(undefined);
    } catch (error) {
      if (!(error instanceof ThemeEditFault)) throw error;
      setFault(error.message);
    }
  }
  /** Changes the text, and shows where. */
  function write(change: (text: string) => string, name: string): void {
    edit(change, (changed) =>
      onChange(changed, readColors(changed).find((each) => each.name === name)?.line),
    );
  }

  return (
    <section className="write-pane write-colors" aria-label="Colors">
      <link rel="stylesheet" href={styles} precedence="admin" />
      <div className="write-samples">
        <ColorSample mode="day" colors={colors} />
        <ColorSample mode="night" colors={colors} />
      </div>
      <FaultNotice fault={fault} />
      <p className="hint">
        The number below a color is its contrast with the background. Text needs {minContrast} or more.
      </p>
      <ul className="write-color-rows">
        {colors.map((color) => (
          <ColorRow
            key={color.name}
            color={color}
            colors={colors}
            isDisabled={!isReady}
            onTry={(mode, value) =>
              edit(
                (before) => setColor(before, color.name, mode, value),
                (changed) => setTrial({ of: text, text: changed }),
              )
            }
            onChoose={(mode, value) =>
              write((before) => setColor(before, color.name, mode, value), color.name)
            }
            onReset={() => write((before) => resetColor(before, color.name), color.name)}
          />
        ))}
      </ul>
    </section>
  );
}

/** A few parts of a page in these colors, before anything is saved. */
function ColorSample({ mode, colors }: { mode: Mode; colors: readonly SetColor[] }) {
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
