import { useEffect, useId, useRef } from 'react';
import {
  findContrast,
  formatContrast,
  minContrast,
  type SetColor,
} from '../../../../markdown/theme/check-theme.ts';
import { parseColor, toHex, withAlphaOf } from '../../../../markdown/theme/parse-color.ts';
import { type Mode, themeColors } from '../../../../markdown/theme/theme-colors.ts';

interface ColorRowProps {
  color: SetColor;
  colors: readonly SetColor[];
  isDisabled: boolean;
  /** While the color is being chosen. */
  onTry(mode: Mode, value: string): void;
  onChoose(mode: Mode, value: string): void;
  onReset(): void;
}

/** One color, by day and at night. */
export function ColorRow(props: ColorRowProps) {
  const { color, isDisabled, onReset } = props;
  const id = useId();
  return (
    <li>
      <div className="write-color-row" role="group" aria-labelledby={id}>
        <div className="write-color-words">
          <p id={id}>{color.purpose}</p>
          <code>{color.name}</code>
          {color.line !== undefined && (
            <button
              type="button"
              className="text-button"
              aria-label={`Reset ${color.purpose}`}
              disabled={isDisabled}
              onClick={onReset}
            >
              Reset
            </button>
          )}
        </div>
        <ColorCell {...props} mode="day" />
        <ColorCell {...props} mode="night" />
        <Unmeasured color={color} />
      </div>
    </li>
  );
}

const names: Record<Mode, string> = { day: 'Day', night: 'Night' };

function ColorCell({ color, colors, mode, isDisabled, onTry, onChoose }: ColorRowProps & { mode: Mode }) {
  const id = useId();
  const contrast = findContrast(colors, color, mode);
  const shown = color.measured[mode] ?? parseColor(standardOf(color)[mode]);
  if (!shown) return null;
  const isLow = contrast && contrast.ratio < minContrast;
  return (
    <div className="write-color-cell">
      <span aria-hidden="true">{names[mode]}</span>
      <ColorInput
        label={`${color.purpose}, ${names[mode].toLowerCase()}`}
        describedBy={contrast ? id : undefined}
        value={toHex(shown)}
        isDisabled={isDisabled}
        onTry={(hex) => onTry(mode, withAlphaOf(hex, shown))}
        onChoose={(hex) => onChoose(mode, withAlphaOf(hex, shown))}
      />
      {contrast && (
        <span className={isLow ? 'write-contrast is-low' : 'write-contrast'} id={id}>
          <span className="unseen">Contrast </span>
          {formatContrast(contrast.ratio)}
          {isLow && ': low'}
        </span>
      )}
    </div>
  );
}

function standardOf(color: SetColor): Record<Mode, string> {
  return themeColors.find(({ name }) => name === color.name) ?? color;
}

function Unmeasured({ color }: { color: SetColor }) {
  const { measured, day, night } = color;
  const written = [...new Set([...(measured.day ? [] : [day]), ...(measured.night ? [] : [night])])];
  if (written.length === 0) return null;
  return (
    <p className="hint write-color-note">
      The text has <code>{written.join(' and ')}</code>, which is used but not checked. A color that you
      choose here replaces it.
    </p>
  );
}

interface ColorInputProps {
  label: string;
  describedBy: string | undefined;
  value: string;
  isDisabled: boolean;
  onTry(hex: string): void;
  onChoose(hex: string): void;
}

function ColorInput({ label, describedBy, value, isDisabled, onTry, onChoose }: ColorInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    const element = input.current;
    // React's `onChange` comes with each movement in the dialog, and each would be a step of undo.
    const onEnd = () => element && choose.current(element.value);
    element?.addEventListener('change', onEnd);
    return () => element?.removeEventListener('change', onEnd);
  }, []);
  return (
    <input
      ref={input}
      type="color"
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      disabled={isDisabled}
      onInput={({ currentTarget }) => onTry(currentTarget.value)}
    />
  );
}
