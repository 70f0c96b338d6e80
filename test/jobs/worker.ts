import { openInstance, type SharedDatabase } from './opened.ts';

// Starts one job and never ends it.
const sharedDatabase = JSON.parse(process.env['PLACE'] ?? '') as SharedDatabase;
const instance = await openInstance(
  sharedDatabase,
  {
    'send-webhook': ({ deliveryId }) => {
      process.stdout.write(`began ${deliveryId}\n`);
      return new Promise(() => undefined);
    },
  },
  { silence: 10 },
);
await instance.add('send-webhook', { deliveryId: 'long' });
