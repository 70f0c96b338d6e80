import { expect, it } from '@jest/globals';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { createServiceClient } from '../support/gateway/operator.ts';
import { postgresPrograms, startCluster } from '../support/database/postgres-cluster.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

describeWith(
  postgresPrograms,
  'initdb is not installed',
  'a token endpoint without its database',
  (programs) => {
    const cluster = sharedByTests(() => startCluster(programs));
    const gateway = sharedByTests(() => startGateway({ DATABASE_URL: cluster.url }));

    const requestToken = (path: string, { id, secret }: { id: string; secret: string }, accept = '*/*') =>
      gateway.rest('POST', path, {
        headers: {
          accept,
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${btoa(`${id}:${secret}`)}`,
        },
        body: 'grant_type=client_credentials&scope=giveaways%3Apublish',
      });

    it('answers 503 with Retry-After in its own error body, and issues tokens again afterwards', async () => {
      const client = await createServiceClient(gateway);
      expect((await requestToken('/oauth/token', client)).status).toBe(200);

      await cluster.stop('immediate');
      for (const accept of ['*/*', 'application/json', 'text/html']) {
        const { status, headers, body } = await requestToken('/oauth/token', client, accept);
        expect({ accept, status, retryAfter: headers.get('retry-after'), body }).toEqual({
          accept,
          status: 503,
          retryAfter: expect.stringMatching(/^[1-9]\d*$/),
          body: { error: 'temporarily_unavailable', error_description: expect.any(String) },
        });
      }
      await cluster.start();

      const status = () => requestToken('/oauth/token', client).then((response) => response.status);
      expect(await eventually(status, (seen) => seen === 200)).toBe(200);
    });
  },
);
