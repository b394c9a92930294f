import {
  defaultRatio,
  emptyFilter,
  type GroupName,
  groupNames,
  groupOptions,
  maxTextLength,
  type NameFilter,
  ratios,
  type SexChoice,
  type Sort,
  sexChoices,
  sorts,
  textFields,
} from './filter.ts';

export interface ParsedFilter {
  filter: NameFilter;
  /** Messages for the visitor about what was left out. */
  notes: string[];
}

const maxPage = 5000;
/** An address can name a field a thousand times; the first few are enough. */
const maxValues = 20;

/** Reads the filter from an address. It leaves out unknown values and notes each; it never throws. */
export function parseFilter(query: URLSearchParams): ParsedFilter {
  const notes: string[] = [];
  const filter: NameFilter = { ...emptyFilter };
  for (const field of textFields) filter[field] = parseText(field, query.get(field) ?? '', notes);
  for (const group of groupNames) filter[group] = parseGroup(group, query.getAll(group), notes);
  const one = <Value extends string>(name: string, allowed: readonly Value[]): Value | undefined => {
    const written = query.get(name) ?? '';
    const value = allowed.find((each) => each === written);
    if (written !== '' && value === undefined) notes.push(unknown(name, written));
    return value;
  };
  filter.sex = one<SexChoice>('sex', sexChoices) ?? '';
  const ratio = Number(one('ratio', ratios.map(String)) ?? defaultRatio);
  // Two filters with one address would share one answer.
  if (filter.sex === 'both') filter.ratio = ratio;
  filter.sort = one<Sort>('sort', sorts) ?? 'popular';
  const page = query.get('page') ?? '1';
  filter.page = /^[1-9]\d{0,3}$/.test(page) && Number(page) <= maxPage ? Number(page) : 1;
  if (page !== '' && String(filter.page) !== page) notes.push(unknown('page', page));
  return { filter, notes };
}

function parseText(field: string, written: string, notes: string[]): string {
  const text = written.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const letters = [...text];
  if (letters.length <= maxTextLength) return text;
  notes.push(`Only the first ${maxTextLength} letters of “${field}” were used.`);
  return letters.slice(0, maxTextLength).join('').trim();
}

function parseGroup(group: GroupName, written: string[], notes: string[]): string[] {
  const given = written.slice(0, maxValues).filter((value) => value !== '');
  const unknownValues = given.filter((value) => !groupOptions[group].includes(value));
  if (unknownValues.length > 0) notes.push(unknown(group, unknownValues[0] ?? ''));
  // In the order of the options, so that one filter has one address.
  return groupOptions[group].filter((option) => given.includes(option));
}

function unknown(name: string, value: string): string {
  const shown = [...value].slice(0, 24).join('');
  return `“${shown}${shown === value ? '' : '…'}” is no value of “${name}” and was left out.`;
}

/** The one address of a filter, without `?`: in a fixed order, and without default values. */
export function toQuery(filter: NameFilter): string {
  const query = new URLSearchParams();
  for (const field of textFields) if (filter[field] !== '') query.set(field, filter[field]);
  if (filter.sex !== '') query.set('sex', filter.sex);
  if (filter.sex === 'both' && filter.ratio !== defaultRatio) query.set('ratio', String(filter.ratio));
  for (const group of groupNames) for (const value of filter[group]) query.append(group, value);
  if (filter.sort !== 'popular') query.set('sort', filter.sort);
  if (filter.page > 1) query.set('page', String(filter.page));
  return query.toString();
}
