/** Scales: values → shares of the plot's width and height, with the ticks. Pure. */
import { scaleLinear, scaleUtc } from 'd3-scale';
import type { ChartRows, ChartXKind } from './chart-data.ts';
import type { ChartFormatter } from './chart-formatter.ts';

export interface Tick {
  /** 0 is the left or lower edge of the plot, 1 the right or upper one. */
  at: number;
  label: string;
}

export interface Axis {
  place(value: number): number;
  ticks: Tick[];
}

const tickCount = { x: 6, y: 4 };

export function createXAxis(kind: ChartXKind, places: readonly number[], formatter: ChartFormatter): Axis {
  const first = places[0] ?? 0;
  const last = places.at(-1) ?? first;
  // A single point is centered.
  const domain = first === last ? [first - 1, last + 1] : [first, last];
  if (kind === 'day' && first !== last) {
    const scale = scaleUtc(domain, [0, 1]);
    const ticks = atLeastDays(scale.ticks(tickCount.x));
    const label = formatter.dayTicks(ticks);
    return {
      place: (value) => scale(value),
      ticks: ticks.map((day) => ({ at: scale(day), label: label(day) })),
    };
  }
  const scale = scaleLinear(domain, [0, 1]);
  const values = first === last ? [first] : wholeNumbers(scale.ticks(tickCount.x), places);
  return {
    place: (value) => scale(value),
    ticks: values.map((value) => ({ at: scale(value), label: formatter.x(value) })),
  };
}

/** Bars are centered in equal slots, so each has half a slot on both sides. */
export function createSlotAxis(places: readonly number[], formatter: ChartFormatter): Axis {
  const index = new Map(places.map((place, slot) => [place, slot]));
  const count = Math.max(places.length, 1);
  const every = Math.ceil(count / (tickCount.x * 2));
  const middle = (slot: number) => (slot + 0.5) / count;
  return {
    place: (value) => middle(index.get(value) ?? 0),
    ticks: places
      .map((place, slot) => ({ at: middle(slot), label: formatter.shortX(place), slot }))
      .filter(({ slot }) => slot % every === 0)
      .map(({ at, label }) => ({ at, label })),
  };
}

interface YOptions {
  /** The start of the axis, or `fit` to start near the smallest value. */
  from: number | 'fit';
  /** Puts the smallest value on top, as for ranks and paces. */
  inverted: boolean;
}

export function createYAxis(
  { values }: ChartRows,
  { from, inverted }: YOptions,
  formatter: ChartFormatter,
): Axis {
  const known = values.flat().filter((value) => value !== null);
  // Not Math.min(...known): a run has more points than a call may have arguments.
  const smallest = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const largest = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const low = from === 'fit' ? smallest : Math.min(from, smallest);
  const high = largest > low ? largest : low + 1;
  const scale = scaleLinear([low, high], [0, 1]).nice(tickCount.y);
  const [niceLow = low, niceHigh = high] = scale.domain();
  // No rank is zero: an axis with a given start keeps it.
  scale.domain([from === 'fit' ? niceLow : Math.max(niceLow, low), niceHigh]);
  if (inverted) scale.range([1, 0]);
  let ticks = wholeNumbers(scale.ticks(tickCount.y), known);
  const [start = low] = scale.domain();
  if (inverted && from !== 'fit' && !ticks.includes(start)) ticks = [start, ...ticks];
  return {
    place: (value) => scale(value),
    ticks: ticks.map((value) => ({ at: scale(value), label: formatter.y(value) })),
  };
}

/** Counts such as visitors have no fractional ticks. */
function wholeNumbers(ticks: number[], values: readonly number[]): number[] {
  return values.every(Number.isInteger) ? ticks.filter(Number.isInteger) : ticks;
}

/** For a few days the scale would also place ticks on the hours between them. */
function atLeastDays(ticks: Date[]): Date[] {
  return ticks.filter((tick) => tick.getTime() % 86_400_000 === 0);
}
