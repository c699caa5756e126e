import assert from 'node:assert/strict';
import {test} from 'node:test';

import {BUDGET_BYTES, weigh} from '../../web/weight.mjs';
import {site} from './harness.mjs';

// Not met yet: the module alone is heavier than the whole budget. The check stands as it is, so that
// the run shows the figure until it passes.
const notMet = {todo: "over the budget"};

test('all that a visit needs weighs at most 100,000 bytes over the wire', notMet, () => {
  const total = weigh(site).reduce((sum, {wire}) => sum + wire, 0);
  assert.equal(BUDGET_BYTES, 100_000);
  assert.ok(total <= BUDGET_BYTES, `${total} bytes`);
});
