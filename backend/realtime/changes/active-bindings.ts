/** The checked bindings of all subscriptions, found by table. */
import type { ChangeBinding, ChangeListener } from './change-feed.ts';
import type { CheckedFilter } from './check-filters.ts';
import type { Viewer } from './row-security.ts';

export interface Subscriber {
  viewer: Viewer;
  listener: ChangeListener;
  isClosed: boolean;
}

export interface ActiveBinding {
  id: number;
  /** INSERT, UPDATE, DELETE or *. */
  event: string;
  /** `*` for all. */
  schema: string;
  table: string;
  filters: readonly CheckedFilter[];
  select: readonly string[] | undefined;
  binding: ChangeBinding;
  subscriber: Subscriber;
}

export interface ActiveBindings {
  add(binding: ActiveBinding): void;
  remove(binding: ActiveBinding): void;
  find(schema: string, table: string): readonly ActiveBinding[];
}

export function createActiveBindings(): ActiveBindings {
  const byTable = new Map<string, Set<ActiveBinding>>();
  const nameOf = (schema: string, table: string) => JSON.stringify([schema, table]);

  return {
    add(binding) {
      const name = nameOf(binding.schema, binding.table);
      const bindings = byTable.get(name);
      if (bindings) bindings.add(binding);
      else byTable.set(name, new Set([binding]));
    },
    remove(binding) {
      const name = nameOf(binding.schema, binding.table);
      const bindings = byTable.get(name);
      bindings?.delete(binding);
      if (bindings?.size === 0) byTable.delete(name);
    },
    find: (schema, table) =>
      [
        [schema, table],
        [schema, '*'],
        ['*', table],
        ['*', '*'],
      ].flatMap(([inSchema = '', named = '']) => [...(byTable.get(nameOf(inSchema, named)) ?? [])]),
  };
}
