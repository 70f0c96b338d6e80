import { getAddress, id, Interface, JsonRpcProvider, keccak256, ZeroAddress, ZeroHash } from 'ethers';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { passportArtifact } from '../../../src/adapters/chain/hub/artifacts/passport.ts';
import { toPublicKey } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { deployContracts, type Deployment } from '../../../src/adapters/chain/hub/deploy.ts';
import { toNumber } from '../../../src/adapters/chain/rpc/block.ts';
import { RpcError } from '../../../src/adapters/chain/rpc/rpc.ts';
import type { Json } from '../../support/http/http.ts';
import { eventually } from '../../support/eventually.ts';
import { startAnvil, type Anvil } from './anvil.ts';

const hub = new Interface(giveawaysArtifact.abi);
const passport = new Interface(passportArtifact.abi);

/** The beacon's key, which is no secret in tests. */
export const BEACON_SECRET = Uint8Array.from({ length: 32 }, (_, place) => place + 1);
export const BEACON_PERIOD = 3;
export const PROVIDER = id('prv_1');

// The largest gas limit of a transaction (EIP-7825).
const GAS = '0x1000000';

/** The contracts on a new node; the first wallet is the operator and a signer of PROVIDER. */
export interface Contracts extends Anvil {
  readonly deployment: Deployment;
  readonly wallets: readonly string[];
  /** The time of the beacon's first round, in seconds. */
  readonly genesis: number;
  /** Sends a call from a wallet; returns its hash. Unless mining is off, it is mined, and throws when it reverted. */
  hub(method: string, values: readonly unknown[], from?: string): Promise<string>;
  passport(method: string, values: readonly unknown[], from?: string): Promise<string>;
  /** Reads from the hub, as ethers decodes it. */
  view(method: string, values: readonly unknown[]): Promise<Json>;
  /** The time of the newest block, in seconds. */
  now(): Promise<number>;
  /**
   * Mines `blocks` blocks; the first one holds the pending transactions and is this many seconds after the newest one.
   */
  mine(blocks?: number, seconds?: number): Promise<void>;
  /** Sets whether every transaction is mined at once. */
  setMining(automatic: boolean): Promise<void>;
  /** Replaces the newest blocks by as many others; the operator makes these calls of the hub in the first of them. */
  reorg(
    depth: number,
    calls?: readonly (readonly [method: string, values: readonly unknown[]])[],
  ): Promise<void>;
}

/** Starts a node and deploys the contracts; with the same genesis of the beacon they get the same addresses on every chain. */
export async function startContracts(args: readonly string[] = [], since?: number): Promise<Contracts> {
  const anvil = await startAnvil(args);
  const { rpc } = anvil;
  const provider = new JsonRpcProvider(anvil.url, undefined, { staticNetwork: true, cacheTimeout: -1 });
  provider.pollingInterval = 20;
  const wallets = ((await rpc.call('eth_accounts')) as string[]).map((address) => getAddress(address));
  const operator = wallets[0] as string;
  const now = async () => {
    const block = (await rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
    return toNumber(block.timestamp);
  };
  const genesis = since ?? (await now());
  const deployment = await deployContracts(await provider.getSigner(0), {
    owner: operator,
    beacon: { publicKey: toPublicKey(BEACON_SECRET), genesis, period: BEACON_PERIOD },
    signerDelay: 0,
    minBeaconMargin: 30,
  });
  provider.destroy();
  let automatic = true;

  async function send(to: string, data: string, from = operator): Promise<string> {
    const call = { from, to, data, gas: GAS };
    const hash = (await rpc.call('eth_sendTransaction', [call])) as string;
    if (!automatic) return hash;
    const receipt = (await eventually(
      () => rpc.call('eth_getTransactionReceipt', [hash]),
      (response) => response !== null,
    )) as { status: string };
    if (receipt.status !== '0x1') throw new Error(await reasonOf(call));
    return hash;
  }

  async function reasonOf(call: object): Promise<string> {
    const failure: unknown = await rpc.call('eth_call', [call, 'latest']).catch((error: unknown) => error);
    const { data } = failure as { data?: string };
    const reason = data === undefined ? undefined : (hub.parseError(data) ?? passport.parseError(data));
    return reason ? `${reason.name} ${reason.args.join(' ')}` : String(failure);
  }

  const contracts: Contracts = {
    ...anvil,
    deployment,
    wallets,
    genesis,
    now,
    hub: (method, values, from) => send(deployment.hub, hub.encodeFunctionData(method, values), from),
    passport: (method, values, from) =>
      send(deployment.passport, passport.encodeFunctionData(method, values), from),
    async view(method, values) {
      const call = { to: deployment.hub, data: hub.encodeFunctionData(method, values) };
      const response = (await rpc.call('eth_call', [call, 'latest'])) as string;
      return hub.decodeFunctionResult(method, response)[0];
    },
    async mine(blocks = 1, seconds = 1) {
      // Another transaction may be mined between the request and the setting.
      await eventually(
        async () => rpc.call('evm_setNextBlockTimestamp', [(await now()) + seconds]).catch(toTimeRefusal),
        (response) => !(response instanceof RpcError),
      );
      await rpc.call('evm_mine', []);
      if (blocks > 1) await rpc.call('anvil_mine', [blocks - 1]);
    },
    async setMining(on) {
      automatic = on;
      await rpc.call('evm_setAutomine', [on]);
    },
    async reorg(depth, calls = []) {
      const first = calls.map(([method, values]) => [
        { from: operator, to: deployment.hub, data: hub.encodeFunctionData(method, values), gas: GAS },
        0,
      ]);
      await rpc.call('anvil_reorg', [depth, first]);
    },
  };
  await contracts.hub('setProviderSigner', [PROVIDER, operator, true]);
  return contracts;
}

/** The options of a giveaway of one round; its winner is drawn on chain unless `changes` say otherwise. */
export function giveawayOptions(
  externalId: string,
  { deployment, genesis }: Contracts,
  changes: object = {},
) {
  return {
    externalId,
    startTime: genesis,
    endTime: 0,
    determination: 0,
    requiresHandshake: false,
    providerPaysReceiptGas: false,
    entriesCarryOver: false,
    everyDays: 0,
    activeDays: 0,
    beacon: 'determination' in changes && changes.determination === 1 ? deployment.beacon : ZeroAddress,
    beaconMargin: 0,
    metadataHash: ZeroHash,
    metadataUri: '',
    ...changes,
  };
}

/** The key of a giveaway of PROVIDER. */
export function giveawayKey(externalId: string): string {
  const values = hub.getAbiCoder().encode(['bytes32', 'string'], [PROVIDER, externalId]);
  return keccak256(values);
}

/** A change of entries with a unique operation key. */
export function entryChange(passportId: number | bigint, amount: number, changes: object = {}) {
  changeCount += 1;
  return {
    opKey: id(`change ${changeCount}`),
    passportId,
    amount,
    remove: false,
    reasonCode: 0,
    evidence: ZeroHash,
    expectedOwner: ZeroAddress,
    ...changes,
  };
}
let changeCount = 0;

function toTimeRefusal(error: unknown): RpcError {
  if (error instanceof RpcError && error.message.startsWith('Timestamp error')) return error;
  throw error;
}
