import type { CountedView } from './view.ts';
import type { Origin, Scene, ViewTable } from './view-store.ts';

/** Counted views until they are written, as one batch. */
export interface ViewBlock {
  /** False when the block is full. A visitor's views of a page within an hour take one row. */
  add(view: CountedView): boolean;
  count(): number;
  toTable(): ViewTable;
}

/** The rows of one batch: few enough to build and write without delaying pages, and within the database timeout. */
const maxRows = 250;
const maxMessages = 1000;

interface Row {
  number: number;
  visitor: string;
  scene: number;
  origin: number;
  views: number;
}

export function createViewBlock(): ViewBlock {
  const rows = new Map<string, Row>();
  const scenes = createNumbering<Scene>();
  const origins = createNumbering<Origin>();
  const messages: { key: string; row: number }[] = [];
  let total = 0;

  return {
    add({ day, hour, visitor, path, referrer, device, country, message }) {
      if (messages.length === maxMessages) return false;
      const key = JSON.stringify([visitor, day, hour, path]);
      let row = rows.get(key);
      if (!row) {
        if (rows.size === maxRows) return false;
        const scene = scenes.of({ day, hour, path });
        const origin = origins.of({ referrer, device, country });
        row = { number: rows.size, visitor, scene, origin, views: 0 };
        rows.set(key, row);
      }
      row.views += 1;
      total += 1;
      if (message !== undefined) messages.push({ key: message, row: row.number });
      return true;
    },
    count: () => total,
    toTable() {
      const column = (name: keyof Row) => [...rows.values()].map((row) => row[name]).join();
      return {
        scenes: scenes.values,
        origins: origins.values,
        rows: {
          visitors: column('visitor'),
          scenes: column('scene'),
          origins: column('origin'),
          views: column('views'),
        },
        ...(messages.length > 0 && {
          messages: {
            keys: messages.map(({ key }) => key).join(),
            rows: messages.map(({ row }) => row).join(),
          },
        }),
      };
    },
  };
}

/** Assigns a number to each distinct value. */
function createNumbering<Value>(): { values: Value[]; of(value: Value): number } {
  const numbers = new Map<string, number>();
  const values: Value[] = [];
  return {
    values,
    of(value) {
      const name = JSON.stringify(value);
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, values.length);
      return values.push(value) - 1;
    },
  };
}
