import assert from 'node:assert/strict';
import {test} from 'node:test';

import {BUDGET_BYTES, weigh} from '../../web/weight.mjs';
import {site} from './harness.mjs';

test('all that a visit needs weighs at most 100,000 bytes over the wire', () => {
  const total = weigh(site).reduce((sum, {wire}) => sum + wire, 0);
  assert.equal(BUDGET_BYTES, 100_000);
  assert.ok(total <= BUDGET_BYTES, `${total} bytes`);
});
