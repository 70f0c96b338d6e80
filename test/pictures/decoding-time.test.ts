import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createImageDecoder } from '../../src/adapters/pictures/decode-image.ts';
import { createImageFetches } from '../../src/adapters/pictures/fetch-image.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { fetchImages, type FetchOutcome } from '../../src/core/pictures/fetch-images.ts';
import type { ImageDecoder } from '../../src/core/pictures/image-decoder.ts';
import { ids } from '../../src/runtime/ids.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { photo } from './support/images.ts';

/** Runs the job once, on the gateway's database. */
async function run(gateway: Gateway, imageDecoder: ImageDecoder): Promise<readonly FetchOutcome[]> {
  const outcomes: FetchOutcome[] = [];
  await gateway.onDatabase((em) => {
    const { pictures, imageFetchStore } = createStores({ em: () => em.fork() }, ids);
    const ports = {
      feedChanges: { announce: () => undefined },
      imageDecoder,
      imageFetches: createImageFetches({ servers: [], allowPrivate: true }),
      imageFetchStore,
      pictures,
      pictureSpace: { ofPublisher: 1e9, inAll: 1e9 },
    };
    return fetchImages(ports, {
      turn: { after: '' },
      isOver: () => false,
      stopping: new AbortController().signal,
      note: (outcome) => outcomes.push(outcome),
    });
  });
  return outcomes;
}

it('An image is fetched later when others of its publisher have taken long to decode', async () => {
  const gateway = await startGateway();
  const picture = await photo(100, 80).jpeg().toBuffer();
  const host = createServer((_request, response) => void response.end(picture)).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  const key = await gateway.createKey();
  const publish = (name: string) =>
    gateway.publish(key, draft({ sourceExternalId: name, image: `http://127.0.0.1:${port}/${name}.jpg` }));
  const failures = () =>
    gateway.onDatabase((em) => em.execute('select failure from image_fetch where failure is not null'));
  try {
    const imageDecoder = createImageDecoder(undefined, { ofPublisherMs: 1 });
    await publish('one');
    expect(await run(gateway, imageDecoder)).toEqual(['fetched']);
    await publish('two');
    expect(await run(gateway, imageDecoder)).toEqual(['failed']);
    expect(await failures()).toEqual([{ failure: 'DECODING_TIME_USED' }]);
    await gateway.onDatabase((em) => em.execute('update image_fetch set next_at = now()'));
    expect(await run(gateway, createImageDecoder())).toEqual(['fetched']);
  } finally {
    host.close();
    await gateway.stop();
  }
}, 60_000);
