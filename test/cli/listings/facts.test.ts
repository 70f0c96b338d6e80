import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { runWith } from '../run-cli.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

const pipe = (input: unknown, ...args: string[]) =>
  runWith(gateway, key, ['listings', 'publish', '-', ...args, '--json'], JSON.stringify(input));

describe('giveaways listings publish', () => {
  it('takes facts from a file or from options, keeps them without, and removes them when asked', async () => {
    const facts = { regions: ['DE'], minimumAge: null, prizes: 3, kind: null, allocation: null };
    expect((await pipe({ ...draft(), facts: { regions: ['DE'], prizes: 3 } })).json.facts).toEqual(facts);
    const stated = ['--region', 'at', '--region', 'CH', '--minimum-age', '18', '--kind', 'freebie'];
    const sent = draft();
    const first = await pipe(sent, ...stated, '--allocation', 'first-come');
    const own = {
      regions: ['AT', 'CH'],
      minimumAge: 18,
      prizes: null,
      kind: 'FREEBIE',
      allocation: 'FIRST_COME',
    };
    expect(first.json.facts).toEqual(own);
    expect((await pipe(sent)).json.facts).toEqual(own);
    const filter = ['--region', 'AT', '--age', '18', '--kind', 'freebie', '--allocation', 'first-come'];
    const found = await runWith(gateway, key, ['feed', ...filter, '--json']);
    expect(found.json.listings.map(({ id }: { id: string }) => id)).toEqual([first.json.id]);
    const { stdout } = await runWith(gateway, key, ['feed', ...filter]);
    expect(stdout).toMatch(
      /Regions:? +AT CH\n *Minimum age:? +18\n *Kind:? +freebie\n *Allocation:? +first-come/,
    );
    const none = { ...facts, regions: [], prizes: null };
    expect((await pipe(sent, '--no-facts')).json.facts).toEqual(none);
  });
});
