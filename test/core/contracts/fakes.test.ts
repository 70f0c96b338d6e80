import { describe } from '@jest/globals';
import { createPorts } from '../support/ports.ts';
import { describeAccessStores } from './access-stores.ts';
import { describeListingStores } from './listing-stores.ts';
import { describeOperationStores } from './operation-stores.ts';

// The same on the real parts: test/postgres/port-contracts.test.ts.
describe('Fakes', () => {
  const ports = createPorts();
  describeListingStores(() => ports);
  describeAccessStores(() => ports);
  describeOperationStores(() => ports);
});
