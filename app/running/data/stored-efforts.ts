import type { BestEffort } from '../../../running/analysis/best-efforts.ts';

type Efforts = { elapsed: BestEffort[]; moving: BestEffort[] };
type Triple = [metres: number, seconds: number, start: number];

/** Best efforts as they are stored: three numbers each, because a list of runs contains all of them. */
export interface StoredEfforts {
  elapsed: Triple[];
  moving: Triple[];
}

export function packEfforts({ elapsed, moving }: Efforts): StoredEfforts {
  const pack = (efforts: BestEffort[]) =>
    efforts.map(({ metres, seconds, start }): Triple => [metres, seconds, Math.round(start * 1000) / 1000]);
  return { elapsed: pack(elapsed), moving: pack(moving) };
}

/** Published data may be anything that the database accepts; entries that are not efforts are left out. */
export function unpackEfforts(text: string): Efforts {
  const stored: unknown = JSON.parse(text);
  return { elapsed: unpack(stored, 'elapsed'), moving: unpack(stored, 'moving') };
}

function unpack(stored: unknown, kind: keyof StoredEfforts): BestEffort[] {
  const list: unknown = (stored as Partial<Record<keyof StoredEfforts, unknown>> | null)?.[kind];
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    if (!Array.isArray(each)) return [];
    const [metres, seconds, start]: unknown[] = each;
    const isEffort = typeof metres === 'number' && typeof seconds === 'number' && typeof start === 'number';
    return isEffort ? [{ metres, seconds, start }] : [];
  });
}
