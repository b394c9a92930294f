import type { HTMLAttributes } from 'react';

interface ScrollBoxProps extends HTMLAttributes<HTMLDivElement> {
  /** Says what is in the box to those who reach it by keyboard. */
  label: string;
}

/** Content that may be wider than the screen scrolls in here, so that the page does not. */
export function ScrollBox({ label, ...props }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <div role="group" aria-label={label} tabIndex={0} {...props} />
  );
}
