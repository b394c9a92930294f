/** Delivers a batch of changes: filters first, then row security for what is left, then one JSON text for all who see the same columns. */
import type { Connections, Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import type { Commit, RowChange } from '../../../database/replication/replication.ts';
import type { ActiveBinding, ActiveBindings, Subscriber } from './active-bindings.ts';
import {
  type ChangedRow,
  errorOf,
  findVisibleColumns,
  toChangedRow,
  toDataText,
  toErrorText,
} from './change-data.ts';
import type { CheckedFilter } from './check-filters.ts';
import { createFilterAnswers, type FilterAnswers } from './filter-answers.ts';
import { createRowSecurity, isProtected, type RowKey, type RowSecurity } from './row-security.ts';
import type { TableDefinition, TableDefinitions } from './table-definition.ts';
import { createValueAnswers, type ValueAnswers } from './value-answers.ts';
import { waitUntilVisible } from './wait-until-visible.ts';

export interface PendingChange {
  change: RowChange;
  commit: Commit;
}

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

/** A change and the bindings that it may still go to. */
interface Candidate {
  row: ChangedRow;
  key: RowKey;
  bindings: readonly ActiveBinding[];
}

export async function deliverChanges(delivery: Delivery, changes: readonly PendingChange[]): Promise<void> {
  const found = await findCandidates(delivery, changes);
  if (found.length === 0) return;
  const filters = createFilterAnswers(delivery.requests, delivery.timeoutMs);
  // The first pass collects what must be asked.
  let isDecided = true;
  for (const { row, bindings } of found)
    for (const binding of bindings) if (passes(binding, row, filters) === undefined) isDecided = false;
  if (!isDecided) for (const slow of await filters.ask()) delivery.onSlowFilter(slow);
  const candidates = found.map((candidate) => ({
    ...candidate,
    bindings: candidate.bindings.filter((binding) => passes(binding, candidate.row, filters) === true),
  }));

  const security = createRowSecurity(delivery.requests, delivery.log, delivery.timeoutMs);
  for (const { row, key, bindings } of candidates)
    for (const { subscriber } of bindings)
      if (isAsked(row, subscriber)) security.need(subscriber.viewer, row.definition, key);
  if (security.isNeeded()) {
    await waitUntilVisible(
      delivery.catalogue,
      changes.map(({ commit }) => commit.transactionId),
    );
    await security.ask();
  }

  const values = createValueAnswers(delivery.catalogue);
  const visible = candidates.map((candidate) => ({
    ...candidate,
    bindings: candidate.bindings.filter(({ subscriber }) => isVisible(candidate, subscriber, security)),
  }));
  let texts = visible.map((candidate) => toTexts(candidate, values));
  if (!texts.every(({ isComplete }) => isComplete)) {
    await values.ask();
    texts = visible.map((candidate) => toTexts(candidate, values));
  }
  for (const { byBinding } of texts) deliver(byBinding);
}

async function findCandidates(
  { bindings, definitions, maxBytes }: Delivery,
  changes: readonly PendingChange[],
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const found = new Map<string, ActiveBinding[]>();
  for (const { change, commit } of changes) {
    const { type, relation } = change;
    if (type === 'TRUNCATE') continue;
    const name = `${type} ${relation.id}`;
    const interested =
      found.get(name) ??
      bindings.find(relation.schema, relation.table).filter(({ event }) => event === '*' || event === type);
    found.set(name, interested);
    if (interested.length === 0) continue;
    const definition = await definitions.of(relation);
    // The stream also has tables of another publication.
    if (!definition?.isPublished) continue;
    const row = toChangedRow({ ...change, type }, definition, {
      timestamp: commit.timestamp,
      maxBytes,
    });
    candidates.push({ row, key: keyOf(row, definition), bindings: interested });
  }
  return candidates;
}

function keyOf({ record }: ChangedRow, { key }: TableDefinition): RowKey {
  return key.map(({ name }) => record.get(name) ?? '');
}

/** Whether all filters pass; undefined while one must be asked for. An error goes to every subscriber. */
function passes(binding: ActiveBinding, row: ChangedRow, answers: FilterAnswers): boolean | undefined {
  const { role } = binding.subscriber.viewer;
  if (binding.filters.length === 0 || errorOf(row, role) !== undefined) return true;
  const { columnsByName, selectable } = row.definition;
  const values = row.type === 'DELETE' ? row.old : row.record;
  let isDecided = true;
  for (const filter of binding.filters) {
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

/** Row security is not asked about a row that is gone. */
function isAsked(row: ChangedRow, { viewer }: Subscriber): boolean {
  return (
    row.type !== 'DELETE' &&
    isProtected(row.definition, viewer.role) &&
    errorOf(row, viewer.role) === undefined
  );
}

function isVisible({ row, key }: Candidate, subscriber: Subscriber, security: RowSecurity): boolean {
  if (subscriber.isClosed) return false;
  return !isAsked(row, subscriber) || security.isVisible(subscriber.viewer, row.definition, key);
}

/** The text for each binding. Those that see the same columns share one. */
function toTexts({ row, bindings }: Candidate, values: ValueAnswers) {
  const byColumns = new Map<object | string, string | undefined>();
  const byBinding = new Map<ActiveBinding, string>();
  let isComplete = true;
  for (const binding of bindings) {
    const { role } = binding.subscriber.viewer;
    const error = errorOf(row, role);
    const view = error ?? findVisibleColumns(row.definition, role, binding.select);
    if (!byColumns.has(view))
      byColumns.set(view, typeof view === 'string' ? toErrorText(row, view) : toDataText(row, view, values));
    const text = byColumns.get(view);
    if (text === undefined) isComplete = false;
    else byBinding.set(binding, text);
  }
  return { isComplete, byBinding };
}

function deliver(texts: ReadonlyMap<ActiveBinding, string>): void {
  const bySubscriber = new Map<Subscriber, Map<string, number[]>>();
  for (const [binding, text] of texts) {
    // It may have been closed while values were asked for.
    if (binding.subscriber.isClosed) continue;
    const pushes = bySubscriber.get(binding.subscriber);
    if (pushes === undefined) bySubscriber.set(binding.subscriber, new Map([[text, [binding.id]]]));
    else pushes.set(text, [...(pushes.get(text) ?? []), binding.id]);
  }
  for (const [{ listener }, pushes] of bySubscriber)
    for (const [text, ids] of pushes) listener.onChange(ids, text);
}
