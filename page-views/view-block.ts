/**
 * Counted views that wait to be written, as numbers in memory that is taken once. As objects, thousands of them a second would each live
 * just long enough for the garbage collector to copy them while everything waits.
 */
import type { CountedView } from './view.ts';
import type { Origin, Scene, ViewTable } from './view-store.ts';

export interface ViewBlock {
  /** False when there is no room. A visitor's views of a page within an hour take one place. */
  add(view: CountedView): boolean;
  /** How many views there are. */
  count(): number;
  /** Hands the views out, in the order in which they came, and is empty again. */
  take(): ViewTable;
}

/** A block is one batch: making and writing it must not hold up the pages, nor take the database longer than it is waited for. */
const maxRows = 250;
const maxMessages = 1000;
/** A power of two, and twice as many as can be in it. */
const slotCount = 512;

export function createViewBlock(): ViewBlock {
  // One more than there can be: the row that a view would take is filled in before it is looked for.
  const visitors = new BigInt64Array(maxRows + 1);
  const halves = new Int32Array(visitors.buffer);
  const sceneOf = new Uint16Array(maxRows + 1);
  const originOf = new Uint16Array(maxRows);
  const views = new Uint32Array(maxRows);
  /** Where to find a row by visitor and scene: its number and one, 0 for none. */
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
  /** Hands the values out, in the order of their numbers, and forgets them. */
  take(): Value[];
}

/** Gives each of a few values a number, by its name. */
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
