import { expect, it } from '@jest/globals';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import type { PictureSpace } from '../../src/core/pictures/picture-store.ts';
import type { Picture } from '../../src/core/pictures/picture.ts';
import { ids } from '../../src/runtime/ids.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

/** A picture of 300 bytes. */
function pictureOf(count: number): Picture {
  const file = new Uint8Array(100).fill(count);
  const id = `${String(count).padStart(64, '0')}-100x80`;
  return { id, small: file, medium: file, large: file };
}

it.each([
  ['of a publisher', { ofPublisher: 600, inAll: 1e9 }, 1, 'ofPublisher'],
  ['of all publishers', { ofPublisher: 1e9, inAll: 600 }, 8, 'inAll'],
] as const)(
  'Pictures that arrive at the same time do not exceed the space %s',
  async (_whose, space, publishers, full): Promise<void> => {
    for (let count = 0; count < publishers; count += 1) await gateway.createKey();
    const outcomes = await gateway.onDatabase(async (em) => {
      await em.execute('delete from picture');
      const rows = await em.execute<{ readonly id: string }[]>('select id from publisher');
      const idOf = (count: number) => rows[count % publishers]?.id ?? '';
      const { pictures } = createStores({ em: () => em.fork() }, ids);
      return Promise.all<keyof PictureSpace | undefined>(
        Array.from({ length: 8 }, (_each, count) => pictures.add(idOf(count), pictureOf(count), space)),
      );
    });
    expect(outcomes.filter((each) => each === undefined)).toHaveLength(2);
    expect(outcomes.filter((each) => each === full)).toHaveLength(6);
  },
);
