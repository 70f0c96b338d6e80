import { beforeAll, expect, it } from '@jest/globals';
import { describeEmbedded } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { codeOfError, REQUEST_CODE } from './sign-in-gateway.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

/** More than the gateway lets read and wait at once. */
const READERS = 250;
const SIGN_INS = 10;

// A server answers costly reads in another thread.
describeEmbedded('a sign-in beside a flood of reads', () => {
  const gateway = sharedByTests(() => startGateway({ TRUST_PROXY: '1' }));
  beforeAll(async () => {
    const key = await gateway.createKey();
    for (let index = 0; index < 50; index += 1)
      await gateway.publish(key, draft({ title: `A week by the sea ${index}` }));
  });

  const from = (network: string) => ({ 'x-forwarded-for': network });

  it('is answered although the reads contain "# mutation" and many of them are refused', async () => {
    let requested = 0;
    const read = () => {
      requested += 1;
      const query = `{ feed(first: 50, filter: { search: "sea ${requested}" }) { totalCount nodes { id title } } } # mutation`;
      return gateway.graphql(query, {}, undefined, from('192.0.2.1'));
    };
    const over = new AbortController();
    const refusals: unknown[] = [];
    const readers = Array.from({ length: READERS }, async () => {
      while (!over.signal.aborted) {
        const response = await read();
        if (response.status !== 200) refusals.push(codeOfError(response));
      }
    });
    await eventually(
      async () => refusals.length,
      (count) => count > 0,
    );
    const responses = await Promise.all(
      Array.from({ length: SIGN_INS }, (_, index) =>
        gateway.graphql(REQUEST_CODE, { email: newEmail() }, undefined, from(`198.51.100.${index}`)),
      ),
    );
    over.abort();
    await Promise.all(readers);
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: SIGN_INS }, () => 200));
    expect(new Set(refusals)).toEqual(new Set(['SERVICE_UNAVAILABLE']));
  });
});
