import { expect, test } from 'vitest';
import { describeReason } from '../../app/stats/describe-reason.ts';
import { discardReasons } from '../../page-views/view.ts';

test.each(discardReasons)('the reason %s has a description for the owner', (reason) => {
  expect(describeReason(reason)).not.toBe(reason);
});
