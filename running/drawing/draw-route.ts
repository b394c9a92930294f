import type { RunAnalysis } from '../analysis/analyse-run.ts';
import type { Position } from '../analysis/geometry.ts';
import { interpolateAt } from '../analysis/interpolate.ts';
import type { Track } from '../run.ts';
import { heightUnits, metresIn, type Unit } from '../units.ts';
import { type RouteLine, toRouteLine } from './route-line.ts';
import { simplify } from './simplify.ts';

export interface RouteDrawing {
  width: number;
  height: number;
  /** For the `d` of a path. */
  path: string;
  start: { x: number; y: number };
  end: { x: number; y: number };
  /** A mark at each full kilometer or mile; on a long run only at every second, fifth or tenth. */
  marks: { x: number; y: number; label: string }[];
  scaleBar: { length: number; label: string };
  /** Pixels of a meter. */
  scale: number;
  /** Where a position is in the drawing, for a cursor. */
  place(position: Position): { x: number; y: number };
}

export interface DrawingOptions {
  width: number;
  height: number;
  unit: Unit;
  padding?: number;
  /** Refuses a straight line where points are left out: a public route must not be drawn across what it hides. */
  mayJoin?: (from: Position, to: Position) => boolean;
}

/** Half a pixel cannot be seen. */
const tolerancePixels = 0.5;
const maxMarks = 25;
/** A very small route is not enlarged to fill the page. */
const minSpanMetres = 100;

/** The route of a run as a drawing without a map. Undefined when it has no positions. */
export function drawRoute(
  track: Track,
  analysis: RunAnalysis,
  options: DrawingOptions,
): RouteDrawing | undefined {
  const line = toRouteLine(track, analysis);
  if (!line) return undefined;
  const { width, height, padding = 16 } = options;
  const { left, right, bottom, top } = line.box;
  const scale = Math.min(
    (width - 2 * padding) / Math.max(minSpanMetres, right - left),
    (height - 2 * padding) / Math.max(minSpanMetres, top - bottom),
  );
  const toX = (east: number) => round(width / 2 + (east - (left + right) / 2) * scale);
  const toY = (north: number) => round(height / 2 - (north - (bottom + top) / 2) * scale);
  const place = ({ latitude, longitude }: Position) => ({
    x: toX(line.plane.toEast(longitude)),
    y: toY(line.plane.toNorth(latitude)),
  });
  const first = line.pieces[0]?.point[0] ?? 0;
  const last = line.pieces.at(-1)?.point.at(-1) ?? 0;
  return {
    width,
    height,
    path: toPath(track, line, { tolerance: tolerancePixels / scale, toX, toY, mayJoin: options.mayJoin }),
    start: place(positionAt(track, first)),
    end: place(positionAt(track, last)),
    marks: analysis.distance ? placeMarks(track, analysis.distance, options.unit, place) : [],
    scaleBar: chooseScaleBar(scale, width / 4, options.unit),
    scale,
    place,
  };
}

interface PathOptions {
  tolerance: number;
  toX(east: number): number;
  toY(north: number): number;
  mayJoin: DrawingOptions['mayJoin'];
}

export function toPath(track: Track, line: RouteLine, { tolerance, toX, toY, mayJoin }: PathOptions): string {
  return line.pieces
    .filter(({ point }) => point.length > 1)
    .map((piece) => {
      const at = (index: number) => positionAt(track, piece.point[index] ?? 0);
      const kept = simplify(piece, tolerance, mayJoin && ((from, to) => mayJoin(at(from), at(to))));
      const corners = kept.map((index) => `${toX(piece.x[index] ?? 0)} ${toY(piece.y[index] ?? 0)}`);
      return `M${corners.join('L')}`;
    })
    .join('');
}

function placeMarks(
  track: Track,
  distance: Float64Array,
  unit: Unit,
  place: (position: Position) => { x: number; y: number },
): RouteDrawing['marks'] {
  const units = Math.floor((distance.at(-1) ?? 0) / metresIn(unit));
  const every = [1, 2, 5, 10, 20, 50, 100].find((step) => units / step <= maxMarks) ?? 100;
  // Marks and distances ascend, so each search resumes where the last one ended.
  let at = 0;
  return Array.from({ length: Math.floor(units / every) }, (_, index) => (index + 1) * every).flatMap(
    (count) => {
      const metres = count * metresIn(unit);
      while (at < distance.length && (distance[at] ?? 0) < metres) at += 1;
      const latitude = interpolateAt(distance, track.latitude, at, metres);
      const longitude = interpolateAt(distance, track.longitude, at, metres);
      return Number.isNaN(latitude) ? [] : [{ ...place({ latitude, longitude }), label: String(count) }];
    },
  );
}

/** The longest round length that fits into `maxPixels` pixels. */
function chooseScaleBar(scale: number, maxPixels: number, unit: Unit): RouteDrawing['scaleBar'] {
  const small = heightUnits[unit];
  const large = { metres: metresIn(unit), name: unit };
  const lengths = [1, 2, 5, 10, 20, 50, 100, 200, 500].flatMap((count) => [
    { metres: count * large.metres, label: `${count} ${large.name}` },
    { metres: count * small.metres, label: `${count} ${small.name}` },
  ]);
  const fitting = lengths
    .filter(({ metres }) => metres * scale <= maxPixels)
    .sort((a, b) => b.metres - a.metres);
  const chosen = fitting[0] ?? { metres: small.metres, label: `1 ${small.name}` };
  return { length: round(chosen.metres * scale), label: chosen.label };
}

function positionAt({ latitude, longitude }: Track, point: number): Position {
  return { latitude: latitude[point] ?? 0, longitude: longitude[point] ?? 0 };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
