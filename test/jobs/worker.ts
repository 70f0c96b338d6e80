import { openInstance, type Place } from './opened.ts';

// Takes one job and never ends it.
const place = JSON.parse(process.env['PLACE'] ?? '') as Place;
const instance = await openInstance(
  place,
  {
    'send-webhook': ({ deliveryId }) => {
      process.stdout.write(`began ${deliveryId}\n`);
      return new Promise(() => undefined);
    },
  },
  { silence: 10 },
);
await instance.add('send-webhook', { deliveryId: 'long' });
