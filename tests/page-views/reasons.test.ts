import { expect, test } from 'vitest';
import { reasonInWords } from '../../app/stats/reasons.ts';
import { discardReasons } from '../../page-views/view.ts';

test.each(discardReasons)('the reason %s has a description for the owner', (reason) => {
  expect(reasonInWords(reason)).not.toBe(reason);
});
