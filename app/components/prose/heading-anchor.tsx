/** A link to the heading itself. */
export function HeadingAnchor({ id, text }: { id: string; text: string }) {
  return (
    <a className="heading-anchor" href={`#${id}`} aria-label={`Link to "${text}"`}>
      #
    </a>
  );
}
