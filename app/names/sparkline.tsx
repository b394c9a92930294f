/** The share of a name over the years as a line without an axis: one character a step, from 0 to z (names/name-row.ts). */
export function Sparkline({ line }: { line: string }) {
  const points = [...line].map((letter, index) => [index, 35 - Number.parseInt(letter, 36)] as const);
  const d = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const last = points.length - 1;
  return (
    <svg
      className="sparkline"
      viewBox={`0 -1 ${Math.max(1, last)} 37`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="sparkline-area" d={`${d}L${last} 36L0 36Z`} />
      <path className="sparkline-line" d={d} />
    </svg>
  );
}
