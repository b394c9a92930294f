/**
 * Counted views in preallocated typed arrays until they are written. As objects, thousands a second would live just long enough for the
 * garbage collector to copy them.
 */
import type { CountedView } from './view.ts';
import type { Origin, Scene, ViewTable } from './view-store.ts';

export interface ViewBlock {
  /** False when the block is full. A visitor's views of a page within an hour take one row. */
  add(view: CountedView): boolean;
  count(): number;
  /** Returns the views in order and empties the block. */
  take(): ViewTable;
}

/** The rows of one batch: few enough to build and write without delaying pages, and within the database timeout. */
const maxRows = 250;
const maxMessages = 1000;
/** A power of two, at least twice `maxRows`. */
const slotCount = 512;

export function createViewBlock(): ViewBlock {
  // One extra row: a view is written there before its row is looked up.
  const visitors = new BigInt64Array(maxRows + 1);
  const halves = new Int32Array(visitors.buffer);
  const sceneOf = new Uint16Array(maxRows + 1);
  const originOf = new Uint16Array(maxRows);
  const views = new Uint32Array(maxRows);
  /** Hash table from visitor and scene to row number plus one; 0 is empty. */
  const slots = new Uint16Array(slotCount);
  const scenes = createNumbering<Scene>();
  const origins = createNumbering<Origin>();
  let rows = 0;
  let total = 0;
  let messages: number[] = [];
  let messageRows: number[] = [];

  function noteMessage(message: number, row: number): void {
    messages.push(message);
    messageRows.push(row);
  }

  function isSameRow(one: number, other: number): boolean {
    return (
      sceneOf[one] === sceneOf[other] &&
      halves[2 * one] === halves[2 * other] &&
      halves[2 * one + 1] === halves[2 * other + 1]
    );
  }

  return {
    add({ day, hour, visitor, path, referrer, device, country, message }) {
      if (messages.length === maxMessages) return false;
      visitors[rows] = BigInt(visitor);
      const scene = scenes.of(`${hour} ${day} ${path}`, () => ({ day, hour, path }));
      sceneOf[rows] = scene;
      let slot = ((halves[2 * rows] ?? 0) ^ Math.imul(scene, 0x9e3779b1)) & (slotCount - 1);
      for (let found = slots[slot]; found; found = slots[slot]) {
        if (isSameRow(found - 1, rows)) {
          views[found - 1] = (views[found - 1] ?? 0) + 1;
          total += 1;
          if (message !== undefined) noteMessage(message, found - 1);
          return true;
        }
        slot = (slot + 1) & (slotCount - 1);
      }
      if (rows === maxRows) return false;
      originOf[rows] = origins.of(`${device} ${country ?? ''} ${referrer ?? ''}`, () => ({
        referrer,
        device,
        country,
      }));
      views[rows] = 1;
      if (message !== undefined) noteMessage(message, rows);
      rows += 1;
      total += 1;
      slots[slot] = rows;
      return true;
    },
    count: () => total,
    take() {
      const column = (numbers: { subarray(from: number, to: number): { join(): string } }) =>
        numbers.subarray(0, rows).join();
      const taken = {
        scenes: scenes.take(),
        origins: origins.take(),
        rows: {
          visitors: column(visitors),
          scenes: column(sceneOf),
          origins: column(originOf),
          views: column(views),
        },
        ...(messages.length > 0 && { messages: { keys: messages.join(), rows: messageRows.join() } }),
      };
      [rows, total] = [0, 0];
      [messages, messageRows] = [[], []];
      slots.fill(0);
      return taken;
    },
  };
}

interface Numbering<Value> {
  of(name: string, make: () => Value): number;
  /** Returns the values by number and empties the numbering. */
  take(): Value[];
}

/** Assigns a number to each distinct value. */
function createNumbering<Value>(): Numbering<Value> {
  const numbers = new Map<string, number>();
  let values: Value[] = [];
  return {
    of(name, make) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, values.length);
      return values.push(make()) - 1;
    },
    take() {
      const taken = values;
      values = [];
      numbers.clear();
      return taken;
    },
  };
}
