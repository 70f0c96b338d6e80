import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Operations } from '../../src/core/operations/operations.ts';
import { chainEnvironment } from './environment.ts';
import { openParts, type Parts } from './parts.ts';
import type { SenderSetting, StartSender } from './sender.ts';
import { serve } from './serve.ts';

const MAX_WAIT_MS = 60_000;
const FEE_CAP_GWEI = 200;
const CONFIRMATIONS = 1;

/** The built product's database, custody, outbox and indexer, connected as in the gateway. */
const start: StartSender = async (setting) => {
  const directory = mkdtempSync(join(tmpdir(), 'bench-gateway-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const parts = await openParts(directory);
  const signers = await Promise.all(Array.from({ length: setting.signers }, () => parts.createSigner()));
  const { operations, stop } = setting.batched
    ? await openChain(parts, setting, directory)
    : startUncoalesced(parts, setting);
  const { world } = setting;

  return {
    signers,
    async issue({ key, passport, signer }) {
      const id = `opn_${key}`;
      await operations.submit([
        {
          id,
          providerKey: world.providerKey,
          signer: signers[signer] ?? '',
          call: {
            kind: 'change-entries',
            giveaway: world.giveaway,
            passportId: passport,
            amount: 1,
            remove: false,
            reasonCode: 0,
            evidence: null,
            expectedOwner: null,
          },
        },
      ]);
      const [operation] = await operations.wait([id], MAX_WAIT_MS);
      if (operation?.status !== 'CONFIRMED' && operation?.status !== 'FINALIZED')
        throw new Error(`${operation?.status}: ${JSON.stringify(operation?.error)}`);
    },
    async stop() {
      await stop();
      await parts.database.close();
    },
  };
};

interface Started {
  readonly operations: Operations;
  stop(): Promise<void>;
}

/** The whole chain part of a gateway. */
async function openChain(
  { database, stores, custody, modules, log }: Parts,
  { url, world }: SenderSetting,
  directory: string,
): Promise<Started> {
  const config = modules.config.readConfig({
    ...chainEnvironment(world, url),
    DATABASE_URL: process.env['DATABASE_URL'],
    DATA_DIR: directory,
    // Those of the parts are in the directory.
    KEY_ENCRYPTION_KEYS: undefined,
  });
  if (config.chain.kind !== 'remote') throw new Error('This gateway uses a node.');
  const chain = await modules.chain.openChain(
    {
      config,
      feeCap: modules.feeCap.createFeeCap(config.MAX_FEE_GWEI),
      database,
      wallets: stores.wallets,
      custody,
      metrics: modules.metrics.createMetrics(),
      indexed: () => undefined,
      log,
    },
    { kind: 'remote', config: config.chain, stop: async () => undefined },
  );
  const isConnected = () =>
    chain.operations.find('opn_none').then(
      () => true,
      () => false,
    );
  while (!(await isConnected())) await after(20);
  return chain;
}

/** The same in this thread, with one transaction for every change. */
function startUncoalesced(
  { database, custody, modules, log }: Parts,
  { url, world }: SenderSetting,
): Started {
  const { sql } = database;
  const chainId = BigInt(world.chainId);
  const { hub, passport } = world;
  const feeCap = BigInt(FEE_CAP_GWEI) * 10n ** 9n;
  const rpc = modules.rpc.createRpc(url);
  const indexer = modules.indexer.createIndexer({
    source: { chainId: world.chainId, hubs: [{ hubIndex: 0, hub, passport, startBlock: world.startBlock }] },
    rpc,
    projection: modules.projection.createProjection(sql),
    confirmations: CONFIRMATIONS,
    warn: (message, error) => log.warn({ err: error }, message),
  });
  const operationStore = modules.operationStore.createOperationStore(sql, chainId);
  const outbox = modules.outbox.createOutbox(operationStore, (settled) =>
    modules.laneWorker.startLaneWorker({
      chainId,
      hubs: new Map([[0, hub]]),
      confirmations: CONFIRMATIONS,
      feeCap: () => feeCap,
      symbol: 'ETH',
      rpc,
      laneStore: modules.laneStore.createLaneStore(sql, chainId),
      signer: custody.createSigner(
        {
          chainId,
          hubs: [{ hub, passport }],
          hubAbi: modules.hub.giveawaysArtifact.abi,
          maxFeePerGas: feeCap,
        },
        modules.signingRecords.createSigningRecords(sql),
      ),
      owner: `bench-${process.pid}`,
      largestBatch: 1,
      note: (event, facts) => log.note(event, facts),
      settled,
    }),
  );
  indexer.start();
  return {
    operations: outbox.operations,
    async stop() {
      await outbox.stop();
      await indexer.stop();
    },
  };
}

serve(start);
