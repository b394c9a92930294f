/** A line on a plane: at each index one point. */
export interface Line {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}

/**
 * Douglas and Peucker: the points of a line that are needed so that no left-out one lies further than `tolerance` from it.
 * `mayJoin` can refuse a straight line between two points, and more of them stay.
 */
export function simplify(
  { x, y }: Line,
  tolerance: number,
  mayJoin: (from: number, to: number) => boolean = () => true,
): number[] {
  const last = x.length - 1;
  if (last < 1) return last < 0 ? [] : [0];
  const isKept = new Uint8Array(x.length);
  isKept[0] = 1;
  isKept[last] = 1;
  // A stack instead of recursion: a line of a million points would exceed the call stack.
  const open: [number, number][] = [[0, last]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    if (to - from < 2) continue;
    const { point, distance } = findFarthest(x, y, from, to);
    if (distance <= tolerance * tolerance && mayJoin(from, to)) continue;
    isKept[point] = 1;
    open.push([from, point], [point, to]);
  }
  return Array.from(isKept.keys()).filter((point) => isKept[point] === 1);
}

/** The point between two that lies farthest from the straight line between them, and the square of its distance. */
function findFarthest(x: ArrayLike<number>, y: ArrayLike<number>, from: number, to: number) {
  const startX = x[from] ?? 0;
  const startY = y[from] ?? 0;
  const wide = (x[to] ?? 0) - startX;
  const high = (y[to] ?? 0) - startY;
  const square = wide * wide + high * high;
  let point = (from + to) >> 1;
  let distance = -1;
  for (let each = from + 1; each < to; each += 1) {
    const right = (x[each] ?? 0) - startX;
    const up = (y[each] ?? 0) - startY;
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, (right * wide + up * high) / square));
    const offX = right - share * wide;
    const offY = up - share * high;
    const off = offX * offX + offY * offY;
    if (off > distance) {
      distance = off;
      point = each;
    }
  }
  return { point, distance };
}
