import type { GroupName, SexChoice, Sort } from '../../names/filter.ts';
import type { SimilarReason } from '../../names/similar.ts';
import type { Trend } from '../../names/trend.ts';
import site from '../../site.config.ts';
import { formatNumber } from '../format/count.ts';

/** Labels of the page about names. */
export const count = (value: number) => formatNumber(value, site.language);

export const sexLabels: Record<SexChoice, string> = { girls: 'Girls', boys: 'Boys', both: 'Both' };

export function sortLabel(sort: Sort, lastYear: number): string {
  switch (sort) {
    case 'popular':
      return `Most given in ${lastYear}`;
    case 'total':
      return 'Most given ever';
    case 'name':
      return 'A to Z';
  }
}

export const groupTitles: Record<GroupName, string> = {
  syllables: 'Syllables',
  letters: 'Letters',
  rank: 'Rank',
  trend: 'Trend',
  era: 'Peak',
};

const optionLabels: Partial<Record<GroupName, Record<string, string>>> = {
  syllables: { '4': '4 or more' },
  letters: { '3': '2 or 3', '9': '9 or more' },
  rank: { '10': '1 to 10', '100': '11 to 100', '1000': '101 to 1,000', rarer: 'beyond', none: 'not given' },
  trend: { rising: 'Rising', steady: 'Steady', falling: 'Falling', rare: 'Too rare to say' },
};

export function optionLabel(group: GroupName, option: string): string {
  if (group === 'era') return `${option}s`;
  return optionLabels[group]?.[option] ?? option;
}

export const trendLabels: Record<Trend, string> = {
  rising: 'rising',
  falling: 'falling',
  steady: 'steady',
  rare: 'too rare to say',
};

/** Explains the rule of `Trend` in names/trend.ts. */
export function trendRule(lastYear: number): string {
  return (
    `Rising: the share in ${lastYear - 4} to ${lastYear} is at least one and a half times that of ${lastYear - 14} to ${lastYear - 10}. ` +
    'Falling: two thirds of it or less. With fewer than fifty children in both there is too little to say.'
  );
}

export function describeReason(reason: SimilarReason): string {
  switch (reason.kind) {
    case 'sound':
      return 'sounds the same';
    case 'ending':
      return `also ends in -${reason.letters}`;
    case 'beginning':
      return `also begins with ${reason.letters}-`;
    case 'era':
      return `of the same time: peak in ${reason.peak}`;
  }
}

/** A share as `1 in 73 girls`. */
export function oneIn(children: number, births: number, sex: string): string {
  return children === 0 ? `no ${sex}` : `1 in ${count(Math.round(births / children))} ${sex}`;
}
