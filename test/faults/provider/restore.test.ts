import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, execute, type TestDatabase } from '../../support/database/database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { sendAs, untilFinal, type SigningProvider } from '../../support/chain/provider-chain.ts';
import { runAsOperator } from '../../cli/run-cli.ts';
import {
  chain,
  hubState,
  newWallet,
  nodeProxy,
  PAST_TIME,
  TIMEOUT_MS,
  useChainBehindProxy,
  withKey,
} from './chain-behind-proxy.ts';

useChainBehindProxy();

const entrantWallet = newWallet();

const PLACE_EVENTS = [
  'PlaceDeclared',
  'PlaceImageSet',
  'PlaceMetadataSet',
  'PlaceDelivered',
  'PlaceReceiptConfirmed',
];

/** What a repetition must answer as the first request did. */
const shown = ({ status, body }: HttpResponse): Json => ({
  status,
  result: body.result,
  transactionHash: body.operation.transactionHash,
  blockNumber: body.operation.blockNumber,
});

describe('a database that was restored from a backup older than the chain', () => {
  let directory: string;
  let database: TestDatabase | undefined;
  let gateway: Gateway;
  let signing: SigningProvider;
  let passportId: number;
  let secondPassportId: number;
  const send = (endpoint: string, body: object, headers: Readonly<Record<string, string>>) =>
    sendAs(gateway, signing.secret)(endpoint, body, headers);
  const start = async () => {
    gateway = await startGateway({
      ...chain.variables(nodeProxy.url),
      DATA_DIR: directory,
      DATABASE_URL: database?.url ?? '',
    });
  };
  const nonce = async () =>
    Number(await chain.contracts.rpc.call('eth_getTransactionCount', [signing.signer, 'latest']));
  const countEvents = async () => ({
    changes: await hubState.countOf('EntriesChanged'),
    provisions: await hubState.countOf('Provisioned'),
    giveaways: await hubState.countOf('GiveawayCreated'),
    winners: await hubState.countOf('WinnerDeclared'),
    images: await hubState.countOf('RoundImageSet'),
    deliveries: await hubState.countOf('PrizeDelivered'),
    places: await Promise.all(PLACE_EVENTS.map((event) => hubState.countOf(event))),
  });

  /** Copies the database of the stopped gateway; the function that it returns puts the copy in its place. */
  async function backUp(): Promise<() => Promise<void>> {
    if (!database) {
      await cp(join(directory, 'db'), join(directory, 'backup'), { recursive: true });
      return async () => {
        await rm(join(directory, 'db'), { recursive: true });
        await cp(join(directory, 'backup'), join(directory, 'db'), { recursive: true });
      };
    }
    const { pathname } = new URL(database.url);
    const server = new URL('/postgres', database.url).href;
    const copy = `${pathname.slice(1)}_backup`;
    await execute(server, `drop database if exists ${copy} with (force)`);
    await execute(server, `create database ${copy} template ${pathname.slice(1)}`);
    return async () => {
      await execute(server, `drop database ${pathname.slice(1)} with (force)`);
      await execute(server, `create database ${pathname.slice(1)} template ${copy}`);
      await execute(server, `drop database ${copy} with (force)`);
    };
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    database = await createTestDatabase();
    if (!database) await placeEmbeddedDatabase(join(directory, 'db'));
    await start();
    signing = await chain.enroll(gateway);
    for (const giveawayId of ['kept', 'over']) {
      const endTime = giveawayId === 'over' ? Math.floor(Date.now() / 1_000) + 3_600 : 0;
      const giveaway = { giveawayId, startTime: PAST_TIME, endTime, determinationType: 0 };
      expect((await send('create-giveaway', giveaway, {})).status).toBe(200);
    }
    const provisioned = await send('provision-entrant', { entrantWallet }, {});
    passportId = provisioned.body.result.passportId;
    const held = { giveawayId: 'over', passportId, amount: 2 };
    expect((await send('issue-entries', held, {})).status).toBe(200);
    const several = {
      giveawayId: 'several',
      startTime: PAST_TIME,
      endTime: Math.floor(Date.now() / 1_000) + 3_600,
      determinationType: 0,
      providerPaysReceiptGas: true,
      winners: 2,
    };
    expect((await send('create-giveaway', several, {})).status).toBe(200);
    expect((await send('issue-entries', { ...held, giveawayId: 'several' }, {})).status).toBe(200);
    const second = { entrantWallet, giveawayId: 'several', amount: 1 };
    secondPassportId = (await send('provision-entrant', second, {})).body.result.passportId;
  }, TIMEOUT_MS);
  afterAll(async () => {
    await gateway.stop();
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  });

  it(
    'answers a request that is repeated with its Idempotency-Key as before, and nothing happens twice',
    async () => {
      await gateway.stop();
      const restore = await backUp();
      await start();
      const requests: readonly (readonly [endpoint: string, body: object])[] = [
        ['issue-entries', { giveawayId: 'kept', passportId, amount: 3, evidence: 'order 1' }],
        ['issue-entries', { giveawayId: 'kept', passportId, amount: 4 }],
        ['remove-entries', { giveawayId: 'kept', passportId, amount: 1 }],
        ['provision-entrant', { entrantWallet: newWallet(), giveawayId: 'kept', amount: 5 }],
        ['create-giveaway', { giveawayId: 'later', startTime: PAST_TIME, determinationType: 0 }],
      ];
      const sendOne = ([endpoint, body]: (typeof requests)[number], index: number) =>
        untilFinal(() => send(endpoint, body, withKey(`request-${index}`)));
      // Entries are there before some of them are removed.
      const sendRequest = async () => [
        ...(await Promise.all(requests.slice(0, 1).map(sendOne))),
        ...(await Promise.all(requests.slice(1).map((each, index) => sendOne(each, index + 1)))),
      ];
      const first = await sendRequest();
      expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const [events, sent] = [await countEvents(), await nonce()];

      await gateway.stop();
      await restore();
      await start();
      const doctor = await eventually(
        () => runAsOperator(gateway, ['doctor']),
        ({ stdout }) => stdout.includes('EntriesChanged') && stdout.includes('GiveawayCreated'),
        60_000,
      );
      expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('Idempotency-Key')]);
      expect(doctor.stdout).toContain(`The chain has ${sent} transactions of ${signing.signer}`);

      const again = await sendRequest();
      expect(again.map(shown)).toEqual(first.map(shown));
      expect(await countEvents()).toEqual(events);
      const last = await send('issue-entries', { giveawayId: 'kept', passportId, amount: 1 }, withKey('new'));
      expect(last).toMatchObject({ status: 200, body: { result: { entries: 7 } } });
      const { unknownTransactions, findings } = JSON.parse(
        (await runAsOperator(gateway, ['doctor', '--json'])).stdout,
      );
      expect(unknownTransactions).toEqual([]);
      // This gateway has no relay of the beacon.
      expect(findings.filter((finding: string) => !finding.startsWith('BEACON '))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'carries out once what the backup had accepted and not sent, with the outcome that the chain has',
    async () => {
      nodeProxy.set('silent');
      const body = { giveawayId: 'kept', passportId, amount: 10 };
      const accepted = await eventually(
        () => send('issue-entries', body, withKey('accepted', 0)),
        ({ status }) => status === 202,
        30_000,
      );
      expect(accepted.status).toBe(202);
      await gateway.stop();
      const restore = await backUp();
      nodeProxy.set('open');
      await start();
      const first = await untilFinal(() => send('issue-entries', body, withKey('accepted')));
      expect(first.status).toBe(200);
      const events = await countEvents();

      await gateway.stop();
      await restore();
      await start();
      const again = await untilFinal(() => send('issue-entries', body, withKey('accepted')));
      expect([shown(again), await countEvents()]).toEqual([shown(first), events]);
      expect(again.body.operation.id).toBe(first.body.operation.id);
    },
    TIMEOUT_MS,
  );

  it(
    'adopts decisions, images and deliveries too, which have happened once',
    async () => {
      await gateway.stop();
      const restore = await backUp();
      await start();
      await chain.contracts.mine(1, 7_200);
      const round = { giveawayId: 'over', roundIndex: 0 };
      const several = { giveawayId: 'several', roundIndex: 0 };
      const proof = {
        proofChainId: 31_337,
        proofTxHash: `0x${'11'.repeat(32)}`,
        proofURI: 'https://a.example/p',
      };
      const delivery = { ...round, ...proof, assetContract: newWallet(), recipient: entrantWallet };
      const requests: readonly (readonly [string, object])[] = [
        ['declare-winner', { ...round, passportId }],
        ['set-round-image', { ...round, imageURI: 'https://a.example/i.png' }],
        ['record-prize-delivery', delivery],
        ['declare-winner', { ...several, passportId }],
        ['declare-winner', { ...several, passportId: secondPassportId }],
        ['set-round-image', { ...several, place: 1, imageURI: 'https://a.example/i.png' }],
        ['set-round-metadata', { ...several, place: 1, title: 'Second' }],
        ['record-prize-delivery', { ...delivery, ...several, place: 1 }],
        ['confirm-receipt-by-provider', { ...several, place: 1 }],
      ];
      const sendRequest = async () => {
        const responses: HttpResponse[] = [];
        for (const [index, [endpoint, body]] of requests.entries())
          responses.push(await untilFinal(() => send(endpoint, body, withKey(`${endpoint}-${index}`))));
        return responses;
      };
      const first = await sendRequest();
      expect(first.map(({ status, body }) => [status, body.error])).toEqual(
        first.map(() => [200, undefined]),
      );
      const events = await countEvents();

      await gateway.stop();
      await restore();
      await start();
      expect((await sendRequest()).map(shown)).toEqual(first.map(shown));
      expect(await countEvents()).toEqual(events);
    },
    TIMEOUT_MS,
  );

  it(
    'carries out the same request again once its Idempotency-Key is no longer stored',
    async () => {
      const body = { giveawayId: 'kept', passportId, amount: 100 };
      const sendRequest = () => untilFinal(() => send('issue-entries', body, withKey('monthly')));
      const first = await sendRequest();
      await gateway.onDatabase(async (em) => {
        await em.execute("delete from idempotency_key where key = 'monthly'");
        await em.execute("update entry_change set changed_at = changed_at - interval '31 days'");
      });
      const second = await sendRequest();
      expect(second.body.result.entries).toBe(first.body.result.entries + 100);
      expect(second.body.operation.transactionHash).not.toBe(first.body.operation.transactionHash);
    },
    TIMEOUT_MS,
  );
});
