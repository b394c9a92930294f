/** Gray placeholder lines for text. Widths are classes, so that the page needs no inline style. */
export function SkeletonLines({ lines }: { lines: readonly string[] }) {
  return (
    <div className="grid gap-s pt-2xs" aria-hidden="true">
      {lines.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <span key={index} className={`skeleton ${width}`} />
      ))}
    </div>
  );
}
