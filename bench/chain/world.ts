import {
  AbiCoder,
  Interface,
  JsonRpcProvider,
  JsonRpcSigner,
  keccak256,
  toBeHex,
  toQuantity,
  toUtf8Bytes,
  ZeroAddress,
  ZeroHash,
} from 'ethers';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { startAnvil } from './anvil.ts';
import { deployModule, artifacts, beaconScheme } from './built.ts';
import { call, callAll } from './node.ts';

/** A chain with a giveaway and its entries. */
export interface World {
  readonly chainId: number;
  readonly hub: string;
  readonly passport: string;
  readonly beacon: string;
  readonly startBlock: number;
  /** The hub's owner, whose transactions the node signs. */
  readonly owner: string;
  readonly providerKey: string;
  readonly giveaway: string;
  /** Passports 1 to this number, each with one entry in the giveaway. */
  readonly passports: number;
}

const PASSPORTS = 1_000;
const BATCH = 100;
const COINS = 10n ** 24n;
const GAS = toQuantity(2_000_000);
const DAY = 86_400;
const UNLIMITED = 2 ** 32 - 1;

let prepared: Promise<{ readonly world: World; readonly file: string }> | undefined;

/** The world, and the file with its chain, which is made once. */
export function prepareWorld(): Promise<{ readonly world: World; readonly file: string }> {
  return (prepared ??= prepare());
}

async function prepare() {
  const directory = mkdtempSync(join(tmpdir(), 'bench-chain-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'chain.json');
  const anvil = await startAnvil({ blockTime: 0, keep: file });
  const world = await build(anvil.url);
  await anvil.stop();
  return { world, file };
}

async function build(url: string): Promise<World> {
  const { deployContracts } = await deployModule();
  const { giveawaysArtifact } = await artifacts();
  const { toPublicKey } = await beaconScheme();
  const provider = new JsonRpcProvider(url, undefined, {
    staticNetwork: true,
    cacheTimeout: -1,
    pollingInterval: 20,
  });
  const [owner] = (await call(url, 'eth_accounts')) as [string];
  const beacon = { publicKey: toPublicKey(new Uint8Array(32).fill(7)), genesis: 1_700_000_000, period: 3 };
  const deployed = await deployContracts(new JsonRpcSigner(provider, owner), {
    owner,
    beacon,
    signerDelay: 0,
    minBeaconMargin: 30,
  });
  provider.destroy();

  const hub = new Interface(giveawaysArtifact.abi);
  const providerKey = keccak256(toUtf8Bytes('prv_bench'));
  const externalId = 'bench';
  const giveaway = toGiveawayKey(providerKey, externalId);
  let nonce = Number(await call(url, 'eth_getTransactionCount', [owner, 'latest']));
  const send = async (datas: readonly string[]) => {
    const transactions = datas.map((data) => ({
      from: owner,
      to: deployed.hub,
      data,
      nonce: toQuantity(nonce++),
      gas: GAS,
    }));
    await callAll(
      url,
      transactions.map((transaction) => ['eth_sendTransaction', [transaction]] as const),
    );
    // The node answers before it has mined the transactions.
    while (Number(await call(url, 'eth_getTransactionCount', [owner, 'latest'])) < nonce) await after(10);
  };

  await send([hub.encodeFunctionData('setProviderSigner', [providerKey, owner, true])]);
  await send([
    hub.encodeFunctionData('createGiveaway', [
      providerKey,
      {
        externalId,
        startTime: Math.floor(Date.now() / 1_000) - DAY,
        endTime: 0,
        determination: 0,
        requiresHandshake: false,
        providerPaysReceiptGas: false,
        entriesCarryOver: false,
        everyDays: 0,
        activeDays: 0,
        beacon: ZeroAddress,
        beaconMargin: 0,
        metadataHash: ZeroHash,
        metadataUri: '',
      },
    ]),
  ]);
  const mint = (place: number) =>
    hub.encodeFunctionData('provision', [
      providerKey,
      {
        opKey: keccak256(toUtf8Bytes(`mint-${place}`)),
        passportId: 0,
        from: ZeroAddress,
        to: toBeHex(0x10_000 + place, 20),
        maxTransfers: UNLIMITED,
        deadline: 0,
        signature: '0x',
        entries: { giveaway, amount: 1, reasonCode: 0, evidence: ZeroHash },
      },
    ]);
  for (let first = 0; first < PASSPORTS; first += BATCH) {
    await send(Array.from({ length: BATCH }, (_, place) => mint(first + place)));
  }
  const facts = {
    chainId: deployed.chainId,
    hub: deployed.hub,
    passport: deployed.passport,
    beacon: deployed.beacon,
    startBlock: deployed.blockNumber,
    owner,
    providerKey,
    giveaway,
    passports: PASSPORTS,
  };
  const total = await readTotal(url, facts);
  if (total !== PASSPORTS) throw new Error(`The giveaway has ${total} entries instead of ${PASSPORTS}.`);
  return facts;
}

/** The contract's key of a giveaway. */
export function toGiveawayKey(providerKey: string, externalId: string): string {
  return keccak256(AbiCoder.defaultAbiCoder().encode(['bytes32', 'string'], [providerKey, externalId]));
}

/** Registers these wallets as signers of the provider, and funds them. */
export async function authorize(
  url: string,
  { owner, hub, providerKey }: World,
  signers: readonly string[],
): Promise<void> {
  const { giveawaysArtifact } = await artifacts();
  const contract = new Interface(giveawaysArtifact.abi);
  const nonce = Number(await call(url, 'eth_getTransactionCount', [owner, 'latest']));
  await callAll(
    url,
    signers.flatMap((signer, place) => {
      const data = contract.encodeFunctionData('setProviderSigner', [providerKey, signer, true]);
      return [
        fund(signer),
        ['eth_sendTransaction', [{ from: owner, to: hub, data, nonce: toQuantity(nonce + place), gas: GAS }]],
      ] as const;
    }),
  );
  await call(url, 'evm_mine');
}

/** The calls that register and fund a wallet. */
export function fund(wallet: string) {
  return ['anvil_setBalance', [wallet, toQuantity(COINS)]] as const;
}

/** The current number of entries of the giveaway, from the contract. */
export async function readTotal(
  url: string,
  { hub, giveaway }: Pick<World, 'hub' | 'giveaway'>,
): Promise<number> {
  const { giveawaysArtifact } = await artifacts();
  const contract = new Interface(giveawaysArtifact.abi);
  const data = contract.encodeFunctionData('roundOf', [giveaway, 0]);
  const response = await call(url, 'eth_call', [{ to: hub, data }, 'latest']);
  const [round] = contract.decodeFunctionResult('roundOf', String(response)) as unknown as [
    { readonly ownTotal: bigint },
  ];
  return Number(round.ownTotal);
}
