import { describe } from '@jest/globals';
import { createPorts } from '../support/ports.ts';
import { describeAccessStores } from './access-stores.ts';
import { describeIssuedSecretStores } from './issued-secret-stores.ts';
import { describeListingStores } from './listing-stores.ts';
import { describeOperationStores } from './operation-stores.ts';
import { describeSessionStores } from './session-stores.ts';
import { describeTakedownStores } from './takedown-stores.ts';

// The same on the real parts: test/postgres/port-contracts.test.ts.
describe('Fakes', () => {
  const fakes = createPorts();
  const ports = {
    ...fakes,
    openSession: async (...opened: Parameters<typeof fakes.sessions.open>) => fakes.sessions.open(...opened),
  };
  describeListingStores(() => ports);
  describeTakedownStores(() => ports);
  describeAccessStores(() => ports);
  describeIssuedSecretStores(() => ports);
  describeOperationStores(() => ports);
  describeSessionStores(() => ports);
});
