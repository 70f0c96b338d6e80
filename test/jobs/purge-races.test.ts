import { beforeAll, expect, it } from '@jest/globals';
import { purgeExpired } from '../../src/adapters/postgres/purge/purge.ts';
import { openTestDatabase } from '../support/database/open-database.ts';
import { holdTransaction, untilBlocked } from '../support/database/held-transaction.ts';
import { describeWith } from '../support/describe-with.ts';
import { RETENTION } from '../support/gateway/retention.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const LONG_AGO = `now() - interval '500 days'`;
const PUBLISHER = `insert into publisher (id, namespace, created_at) values ('pub_1', 'account:1', now()) on conflict do nothing`;

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'a purge', () => {
  const opened = sharedByTests(openTestDatabase);
  beforeAll(() => opened.database.em().execute(PUBLISHER));

  it.each([
    [
      'a subscription that is being renewed',
      'webhook',
      `insert into webhook (id, url, topic, host, network_key, lease_until, events, ciphertext, nonce, tag, wrapped_key, key_id,
        created_at)
      values ('sub_1', 'u', 't', 'h', 'n', ${LONG_AGO}, '{}', '', '123456789012', '1234567890123456', '', 'k', now())`,
      `update webhook set lease_until = now() + interval '1 hour'`,
    ],
    [
      'a request for a subscription that is being repeated',
      'subscription_request',
      `insert into subscription_request (id, mode, callback, topic, host, network_key, lease_seconds, created_at)
      values ('sub_1', 'subscribe', 'c', 't', 'h', 'n', 1, ${LONG_AGO})`,
      'update subscription_request set created_at = now()',
    ],
    [
      'a draft that is being saved',
      'listing_draft',
      `insert into listing_draft (account_id, id, revision, texts, created_at, saved_at)
      values ('acc_1', 'drf_1', 1, '{}', now(), ${LONG_AGO})`,
      'update listing_draft set saved_at = now()',
    ],
    [
      'a picture that is being given to a listing',
      'picture',
      `insert into picture (publisher_id, id, bytes, small, medium, large, kept_at)
      values ('pub_1', 'pic_1', 0, '', '', '', ${LONG_AGO})`,
      'update picture set kept_at = now()',
    ],
    [
      'an invitation that is being repeated',
      'publisher_member',
      `insert into publisher_member (publisher_id, email, role, invited_at, invited_by)
      values ('pub_1', 'a@example.com', 'EDITOR', ${LONG_AGO}, 'b')`,
      'update publisher_member set invited_at = now()',
    ],
  ])('leaves %s', async (_name, table, insertion, renewal) => {
    const em = opened.database.em();
    await em.execute(insertion);
    const renewing = await holdTransaction(opened.database.em(), (transaction) =>
      transaction.execute(renewal),
    );

    const purged = purgeExpired(opened.database.sql, RETENTION);
    await untilBlocked(em, 1, purged);
    await renewing.commit();

    expect(await purged).toMatchObject({ failures: [] });
    expect(await em.execute(`select from ${table}`)).toHaveLength(1);
  });
});
