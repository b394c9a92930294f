import type { ImportPlan, PlannedFile } from '../import/start-import.ts';

export type GroupKind = 'new' | 'richer' | 'doubtful' | 'duplicate' | 'broken' | 'ignored';

export interface PlanGroup {
  kind: GroupKind;
  title: string;
  /** Explains the group to the user. */
  description: string;
  items: PlannedFile[];
  /** Whether its runs can be imported. */
  canChoose: boolean;
  /** Whether its files are shown at first. */
  isOpen: boolean;
}

const groups: readonly Omit<PlanGroup, 'items'>[] = [
  { kind: 'new', title: 'New', description: 'Not among your runs yet.', canChoose: true, isOpen: true },
  {
    kind: 'richer',
    title: 'More detailed',
    description:
      'You have these runs, but these files hold more. They replace yours; undoing the import brings the old ones back.',
    canChoose: true,
    isOpen: true,
  },
  {
    kind: 'doubtful',
    title: 'Maybe runs',
    description: 'Select the ones that are runs.',
    canChoose: true,
    isOpen: true,
  },
  {
    kind: 'broken',
    title: 'Unreadable',
    description: 'These are skipped. Everything else is imported.',
    canChoose: false,
    isOpen: true,
  },
  {
    kind: 'duplicate',
    title: 'Already imported',
    description: 'You have these runs, with at least as much data.',
    canChoose: false,
    isOpen: false,
  },
  {
    kind: 'ignored',
    title: 'Not runs',
    description: 'Skipped unless you select them.',
    canChoose: true,
    isOpen: false,
  },
];

/** A run that is in two of the chosen files is a duplicate once the other one is imported. */
function groupOf({ kind }: PlannedFile): GroupKind {
  return kind === 'repeated' ? 'duplicate' : kind;
}

/** Groups the plan by outcome, decisions first. Runs are newest first, other files in the given order. */
export function toGroups(items: readonly PlannedFile[]): PlanGroup[] {
  return groups
    .map((group) => ({
      ...group,
      items: items
        .filter((item) => groupOf(item) === group.kind)
        .sort((a, b) => (b.run?.start ?? 0) - (a.run?.start ?? 0)),
    }))
    .filter((group) => group.items.length > 0);
}

/** The runs that are imported by default: those that are certainly runs. */
export function defaultChoice(plan: Pick<ImportPlan, 'items' | 'runs'>): Set<PlannedFile> {
  const runs = new Set(plan.runs);
  return new Set(plan.items.filter(({ planned }) => planned && runs.has(planned)));
}

/** When a run without a date was, in milliseconds since 1970 on the user's clock. */
export type Dates = ReadonlyMap<PlannedFile, number>;

export function canBeChosen(item: PlannedFile, dates: Dates): boolean {
  return item.planned !== undefined && (!item.isUndated || dates.has(item));
}

/** The plan with the runs that the user has chosen, and with the dates that the user gave. */
export function keepChosen(
  plan: ImportPlan,
  chosen: ReadonlySet<PlannedFile>,
  dates: Dates = new Map(),
): ImportPlan {
  const runs = plan.items
    .filter((item) => chosen.has(item) && canBeChosen(item, dates))
    .flatMap((item) => (item.planned ? [{ ...item.planned, start: dates.get(item) }] : []));
  return { ...plan, runs };
}

/** `export.zip/activities/7.fit.gz` is shown by its last part, which tells files apart. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
