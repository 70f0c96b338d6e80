import type { Logger } from 'pino';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { giveawaysArtifact } from '../../adapters/chain/hub/artifacts/giveaways.ts';
import { createBeaconDoors } from '../../adapters/chain/beacon/beacon-routes.ts';
import { readBeaconScheme } from '../../adapters/chain/beacon/beacon-contract.ts';
import { createContracts } from '../../adapters/chain/hub/contracts.ts';
import { startEmbeddedNode, type EmbeddedNode } from '../../adapters/chain/embedded/embedded-node.ts';
import { createOutbox } from '../../adapters/chain/outbox/outbox.ts';
import { createRelayBeacon } from '../../adapters/chain/beacon/relay-beacon.ts';
import { createRpc } from '../../adapters/chain/rpc/rpc.ts';
import type { Custody } from '../../adapters/custody/custody.ts';
import type { Metrics } from '../../adapters/http/metrics.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createOperationStore } from '../../adapters/postgres/operations/operation-store.ts';
import { createSigningRecords } from '../../adapters/postgres/providers/signing-records.ts';
import type { ChainConfig } from '../../config/chain-config.ts';
import { DomainError } from '../../core/errors.ts';
import type { BeaconSource } from '../../core/draws/beacon-source.ts';
import type { Contracts, ContractSite } from '../../core/chain/contracts.ts';
import type { Operations } from '../../core/operations/operations.ts';
import type { Permits } from '../../core/wallets/permits.ts';
import type { WalletStore } from '../../core/wallets/wallet-store.ts';
import type { ChainThreadSettings } from './chain-messages.ts';
import { startChainThread } from './chain-thread.ts';
import { startSignerWatch } from './signer-watch.ts';
import { startChainWorkers, type ChainReports, type ChainSite } from './chain-workers.ts';

const LONGEST_PAUSE_MS = 30_000;
// Of a question that somebody waits for.
const REQUEST_TIMEOUT_MS = 5_000;

interface ChainParts {
  readonly config: ChainConfig;
  /** DATA_DIR. */
  readonly directory: string;
  /** Whether other instances may work on the same database. */
  readonly sharesDatabase: boolean;
  readonly maxFeeGwei: number;
  readonly database: Database;
  readonly wallets: WalletStore;
  readonly custody: Custody;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Given where the work can have a thread of its own, which an embedded database does not allow. */
  readonly thread?: ChainThreadSettings | undefined;
}

/** The chain's part of a gateway. */
export interface Chain {
  readonly operations: Operations;
  readonly beacon: BeaconSource;
  readonly contracts: Contracts;
  readonly permits: Permits;
  /** The embedded chain's JSON-RPC and hub. */
  readonly embedded: { readonly url: string; readonly hub: string } | undefined;
  /** Answers for the embedded beacon. */
  readonly beaconDoor: ReturnType<typeof createBeaconDoors> | undefined;
  stop(): Promise<void>;
}

/** Where the contracts are. */
type Place = Omit<ChainSite, 'confirmations' | 'feeCap' | 'sharesDatabase'>;

interface Workers {
  readonly operations: Operations;
  stop(): Promise<void>;
}

/** Starts what works on the chain. A chain out of reach is waited for in the background, so that all else serves. */
export async function openChain(parts: ChainParts): Promise<Chain> {
  const { config } = parts;
  if (config.kind === 'off') return closedChain('This gateway works without a chain: CHAIN is off.');
  parts.custody.requireKeys();
  parts.metrics.noteCaughtUp();
  const chain = config.kind === 'embedded' ? await openEmbedded(parts, config) : openRemote(parts, config);
  const watch = startSignerWatch({ ...parts, contracts: chain.contracts });
  return {
    ...chain,
    async stop() {
      await watch.stop();
      await chain.stop();
    },
  };
}

async function openEmbedded(
  parts: ChainParts,
  { blockTime, port, beaconMargin }: Extract<ChainConfig, { kind: 'embedded' }>,
): Promise<Chain> {
  const node = await startEmbeddedNode({
    directory: join(parts.directory, 'chain'),
    port,
    blockTime,
    warn: (message) => parts.log.warn(message),
  });
  try {
    await keepSigners(parts, node);
    const { deployment, beacon, url } = node;
    const { chainId, hub, passport, blockNumber: startBlock } = deployment;
    const workers = startWorkers(parts, { url, chainId, hub, passport, startBlock, isEmbedded: true });
    return {
      operations: workers.operations,
      beacon,
      contracts: openContracts(parts, url, {
        chainId,
        hub,
        passport,
        beacon: deployment.beacon,
        beaconMargin,
      }),
      permits: openPermits(parts, { chainId, hub, passport }),
      embedded: { url, hub },
      beaconDoor: createBeaconDoors({ beacon, now: node.now }),
      async stop() {
        await workers.stop();
        await node.stop();
      },
    };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

/** The embedded chain's funded accounts sign from custody, as all signers do. */
async function keepSigners(
  { custody, wallets }: ChainParts,
  { operator, signers }: EmbeddedNode,
): Promise<void> {
  for (const [place, { privateKey }] of [operator, ...signers].entries()) {
    const label = place === 0 ? 'operator of the embedded chain' : `demo signer ${place}`;
    const key = Buffer.from(privateKey.slice(2), 'hex');
    await wallets.add(await custody.walletKeys.import({ purpose: 'SIGNER', label }, key));
  }
}

function openRemote(parts: ChainParts, config: Extract<ChainConfig, { kind: 'remote' }>): Chain {
  const { log } = parts;
  const stopping = new AbortController();
  let workers: Workers | undefined;
  let beacon: BeaconSource | undefined;
  let contracts: Contracts | undefined;
  let permits: Permits | undefined;

  async function connect(): Promise<void> {
    for (let pause = 500; !stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const rpc = createRpc(config.rpcUrl);
        const { rpcUrl: url, hub, passport, beaconMargin, startBlock, beaconUrls } = config;
        const chainId = Number(await rpc.call('eth_chainId'));
        const scheme = await readBeaconScheme(rpc, config.beacon);
        const relays = createRelayBeacon({
          scheme,
          ...(beaconUrls.length > 0 && { urls: beaconUrls }),
          warn: (message) => log.warn(message),
        });
        if (beaconUrls.length > 0) void relays.check(stopping.signal);
        beacon = relays;
        contracts = openContracts(parts, url, {
          chainId,
          hub,
          passport,
          beacon: config.beacon,
          beaconMargin,
        });
        permits = openPermits(parts, { chainId, hub, passport });
        workers = startWorkers(parts, { url, chainId, hub, passport, startBlock, isEmbedded: false });
        return;
      } catch (error) {
        log.warn({ err: error }, 'the chain of RPC_URL does not answer as it should; it is tried again');
        await after(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }
  const connecting = connect();
  const closed = closedChain('The chain does not answer.');

  return {
    operations: {
      submit: (operations) => (workers ?? closed).operations.submit(operations),
      find: (id) => (workers ?? closed).operations.find(id),
      wait: (ids, ms) => (workers ?? closed).operations.wait(ids, ms),
    },
    beacon: following(() => beacon ?? closed.beacon),
    contracts: following(() => contracts ?? closed.contracts),
    permits: following(() => permits ?? closed.permits),
    embedded: undefined,
    beaconDoor: undefined,
    async stop() {
      stopping.abort();
      await connecting;
      await workers?.stop();
    },
  };
}

/** Stands for whatever it is at the moment. */
function following<Part extends object>(current: () => Part): Part {
  return new Proxy({} as Part, { get: (_target, member): unknown => Reflect.get(current(), member) });
}

function openContracts({ maxFeeGwei }: ChainParts, url: string, site: ContractSite): Contracts {
  return createContracts({
    rpc: createRpc(url, REQUEST_TIMEOUT_MS),
    site,
    feeCap: toFeeCap(maxFeeGwei),
    now: Date.now,
  });
}

function openPermits(
  { custody, database, maxFeeGwei }: ChainParts,
  { chainId, hub, passport }: Pick<ContractSite, 'chainId' | 'hub' | 'passport'>,
): Permits {
  return custody.createSigner(
    {
      chainId: BigInt(chainId),
      hub,
      hubAbi: giveawaysArtifact.abi,
      passport,
      maxFeePerGas: toFeeCap(maxFeeGwei),
    },
    createSigningRecords(database.sql),
  );
}

/** Wei per gas. */
function toFeeCap(maxFeeGwei: number): bigint {
  return BigInt(Math.round(maxFeeGwei * 1e9));
}

function startWorkers(parts: ChainParts, place: Place): Workers {
  const { config, sharesDatabase, maxFeeGwei, database, custody, thread } = parts;
  const site: ChainSite = {
    ...place,
    confirmations: config.kind === 'off' ? 1 : config.confirmations,
    feeCap: toFeeCap(maxFeeGwei),
    sharesDatabase,
  };
  return createOutbox(createOperationStore(database.sql, BigInt(site.chainId)), (settled) => {
    const reports = createReports(parts, settled);
    return thread
      ? startChainThread({ ...thread, site }, reports)
      : startChainWorkers(site, { sql: database.sql, custody }, reports);
  });
}

function createReports({ metrics, log }: ChainParts, settled: ChainReports['settled']) {
  return {
    settled,
    publicReads: metrics.publicReads,
    note(event, facts) {
      metrics.countOutbox(event);
      log[QUIET_EVENTS.has(event) ? 'debug' : 'warn']({ ...facts, event }, 'outbox');
    },
    advanced: (head, nextBlock) => metrics.setChain(head, nextBlock),
    caughtUp: () => metrics.noteCaughtUp(),
    warn: (message, error) => log.warn({ err: error }, message),
    ended: (error, pauseMs) =>
      log.error({ err: error, pauseMs }, 'the thread of the chain ended; it is started again'),
    uncaught(kind, error) {
      metrics.countUncaught(kind, 'chain');
      log.error({ err: error, kind }, 'an error that nobody caught in the thread of the chain');
    },
  } satisfies Parameters<typeof startChainThread>[1];
}

const QUIET_EVENTS: ReadonlySet<string> = new Set([
  'lane-taken',
  'reserved',
  'broadcast',
  'mined',
  'confirmed',
  'refused',
]);

/** Stands where there is no chain: whatever needs it is refused. */
function closedChain(message: string): Chain {
  const refuse = async (): Promise<never> => {
    throw new DomainError('CHAIN_UNAVAILABLE', message, { reason: 'RPC_DOWN', retryAfterSeconds: 10 });
  };
  return {
    operations: { submit: refuse, find: refuse, wait: refuse },
    beacon: { publicKey: '', genesis: 0, period: 1, signatureOf: refuse },
    contracts: {
      site: refuse,
      operator: refuse,
      isSigner: refuse,
      round: refuse,
      beaconRound: refuse,
      passport: refuse,
      balances: refuse,
      time: refuse,
      feePerGas: refuse,
      attempt: refuse,
      acceptsSignature: refuse,
    },
    permits: { signTransferPermit: refuse },
    embedded: undefined,
    beaconDoor: undefined,
    stop: async () => undefined,
  };
}
