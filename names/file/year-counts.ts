/** How often each name was given to each sex in one year, as one `yobYYYY.txt` of the Social Security Administration says it. */
export interface YearCounts {
  year: number;
  rows: NameCount[];
}

export interface NameCount {
  name: string;
  sex: Sex;
  count: number;
}

export type Sex = 'girls' | 'boys';

/** In the order in which the packed file keeps them. */
export const sexes: readonly Sex[] = ['girls', 'boys'];
