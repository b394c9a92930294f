import { expect, test } from 'vitest';
import { reasonInWords } from '../../app/stats/describe-reason.ts';
import { discardReasons } from '../../page-views/view.ts';

test.each(discardReasons)('the reason %s has words that an owner understands', (reason) => {
  expect(reasonInWords(reason)).not.toBe(reason);
});
