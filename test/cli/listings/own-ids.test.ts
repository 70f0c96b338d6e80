import { beforeAll, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { runWith } from '../run-cli.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

const run = (...args: string[]) => runWith(gateway, key, ['listings', ...args, '--json']);
const publish = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await gateway.publish(key, draft(fields))).body.listing.id;

it('names a listing by its own ID, also when that is the id of another one', async () => {
  const other = await publish();
  const own = await publish({ sourceExternalId: other });

  expect((await run('get', other)).json.id).toBe(other);
  expect((await run('get', other, '--own-id')).json.id).toBe(own);
  expect((await run('withdraw', '--own-id', other)).json.id).toBe(own);
  const { json } = await run('picture', '--own-id', '--remove', own);
  expect(json.error.code).toBe('NOT_FOUND');
  expect((await run('get', other)).json.status).toBe('PUBLISHED');
});
