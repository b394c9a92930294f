import type { Figure } from './figure.ts';

/** The figures as aligned columns: figure, measured, limit, and ok, missed or nothing. */
export function toTable(figures: Figure[]): string {
  const rows = [
    ['figure', 'measured', 'limit', ''],
    ...figures.map((figure) => [figure.name, figure.measured, figure.limit ?? '', toVerdict(figure)]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const width = Math.max(...lines.map((line) => line.length));
  return [lines[0], '─'.repeat(width), ...lines.slice(1)].join('\n');
}

function toVerdict(figure: Figure): string {
  if (figure.ok === undefined) return '';
  return figure.ok ? 'ok' : 'missed';
}
