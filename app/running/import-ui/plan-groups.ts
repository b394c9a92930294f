import type { ImportPlan, PlannedFile } from '../import/start-import.ts';

export type GroupKind = 'new' | 'richer' | 'duplicate' | 'broken' | 'ignored';

export interface PlanGroup {
  kind: GroupKind;
  title: string;
  /** Explains the group to the user. */
  description: string;
  items: PlannedFile[];
  /** Whether its runs can be imported. */
  canChoose: boolean;
}

const groups: readonly Omit<PlanGroup, 'items'>[] = [
  { kind: 'new', title: 'New', description: 'Not among your runs yet.', canChoose: true },
  {
    kind: 'richer',
    title: 'Richer',
    description:
      'You have these runs, but the file tells more: it takes their place, and an undo brings them back.',
    canChoose: true,
  },
  {
    kind: 'broken',
    title: 'Not readable',
    description: 'These are left out; everything else goes on.',
    canChoose: false,
  },
  {
    kind: 'duplicate',
    title: 'Already there',
    description: 'The same runs, telling no more than what you have.',
    canChoose: false,
  },
  { kind: 'ignored', title: 'Not runs', description: 'Left alone.', canChoose: false },
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

/** The runs that are imported by default. */
export function defaultChoice(items: readonly PlannedFile[]): Set<PlannedFile> {
  return new Set(items.filter(canBeImported));
}

/** The plan without the runs that the user has deselected. Its runs are in the order of the items that can be imported. */
export function keepChosen(plan: ImportPlan, chosen: ReadonlySet<PlannedFile>): ImportPlan {
  const offered = plan.items.filter(canBeImported);
  const isChosen = (at: number) => {
    const item = offered[at];
    return item !== undefined && chosen.has(item);
  };
  return { ...plan, runs: plan.runs.filter((_, at) => isChosen(at)) };
}

function canBeImported({ kind }: PlannedFile): boolean {
  return kind === 'new' || kind === 'richer';
}

/** `export.zip/activities/7.fit.gz` is shown by its last part, which tells files apart. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
