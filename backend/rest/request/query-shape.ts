import type { Pairs } from './parsed-query.ts';

/** Matches the operator of a filter whose value ends the parameter, so that the statement is the same for every value. */
export const slotPrefix =
  /^(?:not\.)?(?:(?:eq|gte|gt|lte|lt|like|ilike|match|imatch)(?:\((?:any|all)\))?|neq|cs|cd|ov|sl|sr|nxr|nxl|adj|in)\./;

const otherOperation = /^(?:not\.)?(?:is|isdistinct|fts|plfts|phfts|wfts)[.(]/;
const fixed = /^(?:select|columns|on_conflict|(?:.*\.)?(?:order|limit|offset|and|or))$/;

/**
 * The query string without its values: requests of one shape share a statement. Parts are separated by characters that no query string can
 * contain.
 */
export function toShape(pairs: Pairs, isCallByGet: boolean): string {
  let shape = '';
  for (const [name, value] of pairs) {
    shape += `\0${name}\0`;
    if (fixed.test(name)) shape += value;
    else {
      const prefix = slotPrefix.exec(value)?.[0];
      if (prefix !== undefined) shape += `${prefix}\0`;
      else if (!isCallByGet || otherOperation.test(value)) shape += value;
    }
  }
  return shape;
}
