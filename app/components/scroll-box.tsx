import type { HTMLAttributes } from 'react';

interface ScrollBoxProps extends HTMLAttributes<HTMLDivElement> {
  /** The accessible name of the box for keyboard users. */
  label: string;
}

/** A scroll container for content that may be wider than the screen. */
export function ScrollBox({ label, ...props }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <div role="group" aria-label={label} tabIndex={0} {...props} />
  );
}
