/** Delivers a batch of changes: filters first, then row security for what is left, then one JSON text for all who see the same columns. */
import type { Connections, Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import type { ActiveBinding, ActiveBindings, Subscriber } from './active-bindings.ts';
import { type ChangedRow, errorOf, findVisibleColumns, toDataText, toErrorText } from './change-data.ts';
import type { CheckedFilter } from './check-filters.ts';
import { collectChanges, type PendingChange, type Receipt, type TableChanges } from './collect-changes.ts';
import { createFilterAnswers, type FilterAnswers } from './filter-answers.ts';
import {
  createRowSecurity,
  isProtected,
  type KeySet,
  type RowSecurity,
  type Viewer,
} from './row-security.ts';
import type { TableDefinitions } from './table-definition.ts';
import { createValueAnswers, type ValueAnswers } from './value-answers.ts';
import { waitUntilVisible } from './wait-until-visible.ts';

export interface Delivery {
  requests: Database['requests'];
  catalogue: Pick<Connections, 'sql' | 'batch'>;
  definitions: TableDefinitions;
  bindings: ActiveBindings;
  log: Log;
  maxBytes: number;
  /** For each filter, and for row security of each caller and table. */
  timeoutMs: number;
  onSlowFilter(filter: CheckedFilter): void;
}

export async function deliverChanges(delivery: Delivery, changes: readonly PendingChange[]): Promise<void> {
  const { tables, receipts } = await collectChanges(delivery, changes);
  if (receipts.length === 0) return;
  await applyFilters(delivery, tables);

  const security = createRowSecurity(delivery.requests, delivery.log, delivery.timeoutMs);
  const viewerOf = rememberViewers();
  for (const table of tables) needAnswers(table, security, viewerOf);
  if (security.isNeeded()) {
    await waitUntilVisible(
      delivery.catalogue,
      changes.map(({ commit }) => commit.transactionId),
    );
    await security.ask();
  }
  for (const table of tables) addReceivers(table, security, viewerOf);

  const values = createValueAnswers(delivery.catalogue);
  let texts = receipts.map((receipt) => toTexts(receipt, values));
  if (!texts.every(({ isComplete }) => isComplete)) {
    await values.ask();
    texts = receipts.map((receipt) => toTexts(receipt, values));
  }
  for (const { byBinding } of texts) deliver(byBinding, delivery.log);
}

/** Finds the bindings with filters that each change passes. */
async function applyFilters(delivery: Delivery, tables: readonly TableChanges[]): Promise<void> {
  const answers = createFilterAnswers(delivery.requests, delivery.timeoutMs);
  const filtered = tables.filter(({ withFilters }) => withFilters.length > 0);
  let isDecided = true;
  const decide = () => {
    for (const { receipts, withFilters } of filtered)
      for (const receipt of receipts) {
        const passed = withFilters.map((binding) => passesFilters(binding, receipt.row, answers));
        receipt.matched = withFilters.filter((_, index) => passed[index] === true);
        if (passed.includes(undefined)) isDecided = false;
      }
  };
  // The first time collects what must be asked.
  decide();
  if (isDecided) return;
  for (const slow of await answers.ask()) delivery.onSlowFilter(slow);
  decide();
}

/** Whether a change passes all filters of a binding; undefined while one must be asked for. An error passes all. */
function passesFilters(
  { filters, subscriber }: ActiveBinding,
  row: ChangedRow,
  answers: FilterAnswers,
): boolean | undefined {
  const { role } = subscriber.viewer;
  if (errorOf(row.type, row.definition, role) !== undefined) return true;
  const { columnsByName, selectable } = row.definition;
  const values = row.type === 'DELETE' ? row.old : row.record;
  let isDecided = true;
  for (const filter of filters) {
    const column = columnsByName.get(filter.column);
    const value = values.get(filter.column);
    // What was not sent, or may not be read any more, does not match.
    if (column === undefined || value === undefined || !selectable[role].has(filter.column)) return false;
    const truth = answers.match(filter, column, value, role);
    if (truth === false || truth === null) return false;
    if (truth === undefined) isDecided = false;
  }
  return isDecided ? true : undefined;
}

type ViewerOf = (subscriber: Subscriber) => Viewer;

/** A token that is renewed while a batch is under way counts from the next one on. */
function rememberViewers(): ViewerOf {
  const viewers = new Map<Subscriber, Viewer>();
  return (subscriber) => {
    const viewer = viewers.get(subscriber) ?? subscriber.viewer;
    viewers.set(subscriber, viewer);
    return viewer;
  };
}

/** Row security is not asked about a row that is gone, nor for a role that gets an error. */
function isAsked({ type, definition }: TableChanges, viewer: Viewer): boolean {
  return (
    type !== 'DELETE' &&
    isProtected(definition, viewer.role) &&
    errorOf(type, definition, viewer.role) === undefined
  );
}

function needAnswers(table: TableChanges, security: RowSecurity, viewerOf: ViewerOf): void {
  const { definition, keys, withoutFilters, receipts } = table;
  const need = ({ subscriber }: ActiveBinding, wanted: KeySet) => {
    const viewer = viewerOf(subscriber);
    if (isAsked(table, viewer)) security.need(viewer, definition, wanted);
  };
  for (const binding of withoutFilters) need(binding, keys);
  for (const { matched, key } of receipts) for (const binding of matched) need(binding, key);
}

function addReceivers(table: TableChanges, security: RowSecurity, viewerOf: ViewerOf): void {
  const { definition, withoutFilters, receipts } = table;
  const byName = Map.groupBy(receipts, ({ name }) => name);
  for (const binding of withoutFilters) {
    const viewer = viewerOf(binding.subscriber);
    // Only rows that are visible are visited: with many users that is a small part of all pairs.
    if (isAsked(table, viewer))
      for (const name of security.visibleTo(viewer, definition))
        for (const receipt of byName.get(name) ?? []) receipt.receivers.push(binding);
    else for (const receipt of receipts) receipt.receivers.push(binding);
  }
  for (const { matched, receivers, name } of receipts)
    for (const binding of matched) {
      const viewer = viewerOf(binding.subscriber);
      if (!isAsked(table, viewer) || security.visibleTo(viewer, definition).has(name))
        receivers.push(binding);
    }
}

/** The text for each binding. Those that see the same columns share one. */
function toTexts({ row, receivers }: Receipt, values: ValueAnswers) {
  const byColumns = new Map<object | string, string | undefined>();
  const byBinding = new Map<ActiveBinding, string>();
  let isComplete = true;
  for (const binding of receivers) {
    const { role } = binding.subscriber.viewer;
    const view =
      errorOf(row.type, row.definition, role) ?? findVisibleColumns(row.definition, role, binding.select);
    if (!byColumns.has(view))
      byColumns.set(view, typeof view === 'string' ? toErrorText(row, view) : toDataText(row, view, values));
    const text = byColumns.get(view);
    if (text === undefined) isComplete = false;
    else byBinding.set(binding, text);
  }
  return { isComplete, byBinding };
}

function deliver(texts: ReadonlyMap<ActiveBinding, string>, log: Log): void {
  const bySubscriber = new Map<Subscriber, Map<string, number[]>>();
  for (const [binding, text] of texts) {
    // It may have been closed while Postgres was asked.
    if (binding.subscriber.isClosed) continue;
    const pushes = bySubscriber.get(binding.subscriber);
    if (pushes === undefined) bySubscriber.set(binding.subscriber, new Map([[text, [binding.id]]]));
    else pushes.set(text, [...(pushes.get(text) ?? []), binding.id]);
  }
  for (const [{ listener }, pushes] of bySubscriber)
    try {
      for (const [text, ids] of pushes) listener.onChange(ids, text);
    } catch (error) {
      // The batch is not delivered again to the others.
      log({ level: 'error', message: 'A subscriber could not take a change.', error: String(error) });
    }
}
