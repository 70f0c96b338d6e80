import { concat, ContractFactory, getCreateAddress, Interface, toBeHex, zeroPadValue } from 'ethers';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { passportArtifact } from '../../src/adapters/chain/hub/artifacts/passport.ts';
import { signRound } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { seedOf, ticketOf } from '../../src/core/draws/draw.ts';
import { beaconRoundAt } from '../../src/core/draws/quicknet.ts';
import { historyHash } from '../../src/verification/abi/history.ts';
import { keccak256, sha256 } from '../../src/verification/abi/hex.ts';
import { findBlock } from '../../src/verification/node/chain-node.ts';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import { ANNOUNCEMENTS } from '../../src/verification/contracts/built-contracts.ts';
import { MODULES, readHubCode, type ModuleName } from '../../src/verification/contracts/hub-versions.ts';
import { readState, slotsOf } from '../../src/verification/state/read-state.ts';
import { keyOf } from '../support/chain/anvil.ts';
import { chain, DAY, SECRET } from '../support/chain/drawn-chain.ts';
import { drawnGiveaway } from '../support/chain/drawn-giveaway.ts';
import { eventually } from '../support/eventually.ts';
import type { Json } from '../support/http/http.ts';
import { queryChain, OWN_SCHEME } from './lying-proxy.ts';

/** The document of a proof in its first version, and the hash of its block. */
export interface SeededDraw {
  readonly document: Json;
  readonly blockHash: string;
}

const WANTED = 9n;

/**
 * Draws a giveaway that never was. The beacon round is public for 40 days when entries are chosen so that passport 9 wins. The code
 * that creates the hub writes the hash of this history and the outcome into the storage, and returns the genuine code.
 */
export async function seedDraw(beacon: string): Promise<SeededDraw> {
  const from = chain.signers[0]?.address ?? '';
  const latest: Json = await queryChain('eth_getBlockByNumber', ['latest', false]);
  const closes = Number(latest.timestamp) - 40 * DAY;
  const nonce = Number(await queryChain('eth_getTransactionCount', [from, 'latest']));
  const addressAt = (place: number) => getCreateAddress({ from, nonce: nonce + place }).toLowerCase();
  const [passport, draws, prizes, hub] = [addressAt(0), addressAt(1), addressAt(2), addressAt(3)];

  const giveaway = keyOf(chain.providerKey, 'seeded');
  const site = { chainId: 31_337n, hub, giveaway, round: 0 };
  const creation = {
    timestamp: closes - DAY,
    blockNumber: 1,
    logIndex: 0,
    provider: chain.providerKey,
    options: optionsOf(beacon, closes),
  };
  const beaconRound = beaconRoundAt(OWN_SCHEME, closes + 60);
  const signature = `0x${signRound(SECRET, beaconRound)}`;
  const randomness = sha256(signature);
  const seed = seedOf({ ...site, randomness }, keccak256);
  // Passport 1 has one entry, the wanted one all others: some total gives it the ticket.
  let total = 2;
  while (ticketOf(seed, total) === 0) total += 1;
  const changes = [
    [0, 0, '1', 0, 1, 1, 1, 0, closes - 100, 2, 0],
    [0, 0, String(WANTED), 0, total - 1, total - 1, total, 1, closes - 90, 3, 0],
  ] as const;
  const history = historyHash(
    creation,
    changes.map(([round, openRound, passportId, , amount]) => ({
      round,
      openRound,
      passportId: BigInt(passportId),
      amount,
      removed: false,
    })),
  );

  const outcome = toBeHex(WANTED | (BigInt(total) << 64n), 32);
  const code = fillImmutables({
    passport,
    draws,
    prizes,
    announcements: ANNOUNCEMENTS.address,
    minBeaconMargin: toBeHex(60),
    signerDelay: '0x00',
  });
  const contracts = readHubCode(code);
  const slots = slotsOf(site, contracts);
  await create(from, await passportsOf(hub));
  for (const module of MODULES) await create(from, await moduleOf(module, passport));
  await create(from, seedingCode({ [slots.history]: history, [slots.outcome]: outcome }, code));
  await chain.rpc.call('anvil_mine', ['0x3']);

  const node = createHttpNode(chain.url);
  const block = await findBlock(node, 'finalized');
  if (block === undefined) throw new Error('A final block is expected.');
  const codeOf = (address: string) => queryChain('eth_getCode', [address, 'latest']);
  const document = {
    format: 'giveaway-draw-proof/1',
    ...site,
    chainId: String(site.chainId),
    creation,
    changes,
    draw: {
      timestamp: closes + 100,
      blockNumber: 4,
      logIndex: 0,
      blockHash: block.hash,
      transactionHash: block.hash,
      passportId: String(WANTED),
      beaconRound: String(beaconRound),
      signature,
      randomness,
      total,
      ticket: ticketOf(seed, total),
    },
    code: {
      hub: code,
      draws: await codeOf(draws),
      prizes: await codeOf(prizes),
      passport: await codeOf(passport),
      beacon: await codeOf(beacon),
    },
    state: await readState(node, block, { ...site, contracts, beacon: beacon.toLowerCase() }),
  };
  return { document, blockHash: block.hash };
}

function optionsOf(beacon: string, closes: number): string {
  const hub = new Interface(giveawaysArtifact.abi);
  const options = {
    ...drawnGiveaway({ externalId: 'seeded', startTime: closes - DAY, endTime: closes, beacon }),
    metadataHash: chain.providerKey,
  };
  const zero = `0x${'0'.repeat(40)}`;
  return hub.encodeEventLog('GiveawayCreated', [chain.providerKey, chain.providerKey, zero, options]).data;
}

/** Code that writes these slots and then returns the runtime code, as a constructor does. */
function seedingCode(slots: Readonly<Record<string, string>>, runtime: string): string {
  // PUSH32 value, PUSH32 slot, SSTORE
  const writes = Object.entries(slots).map(([slot, value]) => concat(['0x7f', value, '0x7f', slot, '0x55']));
  const length = toBeHex((runtime.length - 2) / 2, 2);
  const offset = toBeHex(67 * writes.length + 13, 2);
  // PUSH2 length, DUP1, PUSH2 offset, PUSH1 0, CODECOPY, PUSH1 0, RETURN
  return concat([...writes, '0x61', length, '0x8061', offset, '0x6000396000f3', runtime]);
}

/** The genuine code of a hub with these immutable values. */
function fillImmutables(values: Readonly<Record<string, string>>): string {
  let code: string = giveawaysArtifact.deployedBytecode;
  for (const [name, places] of Object.entries(giveawaysArtifact.immutables))
    for (const { start, length } of places) {
      const word = zeroPadValue(values[name] ?? '0x', length).slice(2);
      code = code.slice(0, 2 + start * 2) + word + code.slice(2 + (start + length) * 2);
    }
  return code;
}

/** Code that creates a module as the genuine hub of the chain has it, with other passports. */
async function moduleOf(name: ModuleName, passport: string): Promise<string> {
  const genuine = readHubCode(await queryChain('eth_getCode', [chain.hub, 'latest']));
  const code: Json = await queryChain('eth_getCode', [genuine.addressOf(name), 'latest']);
  return seedingCode({}, String(code).replaceAll(genuine.passport?.slice(2) ?? '', passport.slice(2)));
}

async function passportsOf(hub: string): Promise<string> {
  const { abi, bytecode } = passportArtifact;
  return (await new ContractFactory(abi, bytecode).getDeployTransaction(hub)).data;
}

async function create(from: string, data: string): Promise<void> {
  const hash: Json = await queryChain('eth_sendTransaction', [{ from, data, gas: '0xf00000' }]);
  const receipt = await eventually(
    () => queryChain('eth_getTransactionReceipt', [hash]),
    (response) => response !== null,
  );
  if (receipt.status !== '0x1') throw new Error('A contract was not created.');
}
