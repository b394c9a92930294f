/**
 * The filters of the explorer. All of them are in the address of the page; see filter-query.ts. The names are also those of the form's fields, so none of them
 * may be a property that every form has (`length`, `contains`): a field would hide it.
 */
export interface NameFilter {
  /** Letters at the beginning, at the end, anywhere; and a name that it has to sound like. */
  starts: string;
  ends: string;
  part: string;
  sounds: string;
  /** girls and boys: at least half of the children; both: each sex has at least `ratio` percent of them. */
  sex: SexChoice | '';
  ratio: number;
  /** Several values of one group mean any of them; none means all. */
  letters: string[];
  syllables: string[];
  rank: string[];
  trend: string[];
  era: string[];
  sort: Sort;
  page: number;
}

export const sexChoices = ['girls', 'boys', 'both'] as const;
export type SexChoice = (typeof sexChoices)[number];

export const ratios = [10, 20, 30, 40] as const;
export const defaultRatio = 20;

export const sorts = ['popular', 'total', 'name'] as const;
export type Sort = (typeof sorts)[number];

export const textFields = ['starts', 'ends', 'part', 'sounds'] as const;
export type TextField = (typeof textFields)[number];
/** No name of the source has more letters. */
export const maxTextLength = 20;

/** Groups of options of which a name has exactly one each. */
export const groupNames = ['syllables', 'letters', 'rank', 'trend', 'era'] as const;
export type GroupName = (typeof groupNames)[number];

export const groupOptions: Readonly<Record<GroupName, readonly string[]>> = {
  syllables: ['1', '2', '3', '4'],
  letters: ['3', '4', '5', '6', '7', '8', '9'],
  rank: ['10', '100', '1000', 'rarer', 'none'],
  trend: ['rising', 'steady', 'falling', 'rare'],
  era: Array.from({ length: 15 }, (_, index) => String(1880 + 10 * index)),
};

export const emptyFilter: NameFilter = {
  starts: '',
  ends: '',
  part: '',
  sounds: '',
  sex: '',
  ratio: defaultRatio,
  letters: [],
  syllables: [],
  rank: [],
  trend: [],
  era: [],
  sort: 'popular',
  page: 1,
};

/** Names on one page of results. */
export const pageSize = 24;

/** The most names in a table for a spreadsheet; for more, the source offers the whole data set. */
export const maxExported = 5000;

/** Whether no filter is set; the order and the page do not count. */
export function isEmptyFilter(filter: NameFilter): boolean {
  return (
    filter.sex === '' &&
    textFields.every((field) => filter[field] === '') &&
    groupNames.every((group) => filter[group].length === 0)
  );
}
