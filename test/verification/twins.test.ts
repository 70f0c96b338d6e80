import { beforeAll, describe, expect, it } from '@jest/globals';
import { Contract, id, type NonceManager, Wallet } from 'ethers';
import { announcementsArtifact } from '../../src/adapters/chain/hub/artifacts/announcements.ts';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { deployContracts } from '../../src/adapters/chain/hub/deploy.ts';
import { signRound, toPublicKey } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { ANNOUNCEMENTS } from '../../src/verification/contracts/built-contracts.ts';
import { OWN_BEACON } from '../support/chain/drawn-chain.ts';
import { verify, verifyWith } from '../cli/draws/run-verify-draw.ts';
import { keyOf } from '../support/chain/anvil.ts';
import { drawnGiveaway } from '../support/chain/drawn-giveaway.ts';
import { entryChange } from '../support/chain/entry-change.ts';
import { passTo } from '../support/chain/pass-to.ts';
import { mintItem } from '../support/chain/provision.ts';
import { chain, DAY, forward, SECRET, serve, useDrawnChain } from '../support/chain/drawn-chain.ts';
import type { Json } from '../support/http/http.ts';

useDrawnChain();

const NEAR = 10;
let start: number;
let announced: string;
let near: readonly string[];
let otherHub: Contract;
let otherAddress: string;
let createdBlock: number;
let announcedBlock: number;

const send = async (contract: Contract, name: string, ...args: readonly unknown[]) =>
  (await contract.getFunction(name)(...args)).wait();
const latest = async () => (await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as Json;

async function create(contract: Contract, externalId: string, seconds: number, begins = start) {
  const options = { externalId, startTime: begins, endTime: start + DAY + seconds, beacon: chain.beacon };
  const receipt = await send(contract, 'createGiveaway', chain.providerKey, drawnGiveaway(options));
  createdBlock = receipt.blockNumber;
  return keyOf(chain.providerKey, externalId);
}

const enter = (contract: Contract, giveaway: string, passportId: number) =>
  send(
    contract,
    'changeEntries',
    giveaway,
    entryChange(id(`${giveaway} ${passportId}`), passportId, passportId),
  );

const draw = async (contract: Contract, giveaway: string) => {
  const beaconRound: bigint = await contract.getFunction('beaconRoundOf')(giveaway, 0);
  await send(contract, 'drawWinner', giveaway, 0, `0x${signRound(SECRET, beaconRound)}`);
};

/**
 * The provider runs eleven giveaways with the same entrants, which close three seconds apart, and the same on a second hub; one more has
 * other entrants, and one is over before.
 */
beforeAll(async () => {
  const { contract, providerKey, rpc } = chain;
  const owner = contract.runner as NonceManager;
  start = Number((await latest()).timestamp) + 1_000;
  near = [];
  for (let index = 0; index < NEAR; index += 1)
    near = [...near, await create(contract, `near ${index}`, 3 * (index + 1))];
  await create(contract, 'over', -DAY + 60);
  const alone = await create(contract, 'alone', 0);
  announced = await create(contract, 'announced', 0);
  announcedBlock = createdBlock;

  const { hub } = await deployContracts(owner, {
    owner: await owner.getAddress(),
    beacon: { publicKey: toPublicKey(SECRET), genesis: 1_600_000_000, period: 3 },
    signerDelay: 0,
    minBeaconMargin: 30,
  });
  otherAddress = hub.toLowerCase();
  otherHub = new Contract(hub, giveawaysArtifact.abi, owner);
  await send(otherHub, 'setProviderSigner', providerKey, await owner.getAddress(), true);
  await create(otherHub, 'announced', 0);
  await send(otherHub, 'provision', providerKey, mintItem(id('other'), await owner.getAddress(), 0));
  await send(
    contract,
    'provision',
    providerKey,
    mintItem(id('stranger'), chain.signers[0]?.address ?? '', 0),
  );

  await rpc.call('evm_setNextBlockTimestamp', [`0x${start.toString(16)}`]);
  for (const giveaway of [announced, ...near])
    for (const passportId of [1, 2, 3]) await enter(contract, giveaway, passportId);
  await enter(otherHub, announced, 1);
  await enter(contract, alone, 4);
  await passTo(chain, start + DAY + 200);
  for (const giveaway of [announced, ...near]) await draw(contract, giveaway);
  await draw(otherHub, announced);
  await rpc.call('anvil_mine', ['0x3']);
}, 120_000);

const verdictOf = (stdout: string) => /^VERIFIED: .*$/m.exec(stdout)?.[0];

describe('giveaways of one provider for the same entrants, which close three seconds apart', () => {
  it('stand in the verdict of each with their number, although other beacon rounds decide them', async () => {
    for (const giveaway of [announced, near[9] ?? '']) {
      const { stdout, code } = await verify(['--giveaway', giveaway]);
      expect(code).toBe(0);
      expect(verdictOf(stdout)).toMatch(
        /Twins: 12 of 15 other drawn giveaways of the provider overlap in time and entrants \(2 hubs, blocks 0 to \d+, the list of all announcements is reported, not proved\)\. It was announced before its start\.$/,
      );
      expect(stdout).toContain(`  ${near[0]} "near 0", `);
      expect(stdout).not.toContain('"over"');
      expect(stdout).not.toContain('"alone"');
    }
  });

  it('are found before the block that the reader names as the first', async () => {
    const { stdout } = await verify(['--giveaway', announced, '--from-block', String(announcedBlock)]);
    expect(verdictOf(stdout)).toContain('Twins: 12 of 15 other drawn giveaways');
  });

  it('are told to programs with hub, times, shared entrants, and the round of the same beacon round', async () => {
    const { json } = await verify(['--giveaway', near[0] ?? '', '--json']);
    const { twins } = json.twins;
    expect(twins).toHaveLength(12);
    expect(twins).toContainEqual({
      hub: chain.hub.toLowerCase(),
      giveaway: near[1],
      externalId: 'near 1',
      createdAt: expect.any(Number),
      startTime: start,
      endTime: start + DAY + 6,
      sharedEntrants: 3,
    });
  });
});

describe('the same key on a second hub', () => {
  it('is a twin of the draw on either hub, by the wallets of the entrants', async () => {
    const first = await verify(['--giveaway', announced, '--json']);
    expect(first.json.twins.twins).toContainEqual(
      expect.objectContaining({ hub: otherAddress, giveaway: announced, round: 0, sharedEntrants: 1 }),
    );
    const second = await verifyWith(OWN_BEACON, ['--hub', otherAddress, '--giveaway', announced]);
    expect(verdictOf(second.stdout)).toMatch(
      new RegExp(`of the hub ${otherAddress} on chain 31337.* Twins: 12 of 15 other drawn giveaways`),
    );
  });
});

describe('the list of announcements', () => {
  it('is proved with the draw', async () => {
    const { hash } = (await chain.rpc.call('eth_getBlockByNumber', ['finalized', false])) as Json;
    const { stdout } = await verify(['--giveaway', announced, '--prove', '--block-hash', hash]);
    expect(verdictOf(stdout)).toContain('the list of all announcements is proved)');
  });

  it('is incomplete when the node leaves an announcement out, which the verdict says', async () => {
    const omitting = await serve(async (_url, body) => {
      const { response } = await forward(body);
      if (body.method !== 'eth_getLogs') return response;
      const isAnnouncement = (log: Json) => log.address === ANNOUNCEMENTS.address;
      const [dropped] = response.result.filter(isAnnouncement);
      return { ...response, result: response.result.filter((log: Json) => log !== dropped) };
    });
    const { stdout } = await verifyWith(OWN_BEACON, ['--giveaway', announced], omitting.url);
    await omitting.stop();
    expect(verdictOf(stdout)).toContain('announcements are missing, so that twins may be missing)');
  });

  it('leaves out what others announce in the name of contracts that are not hubs', async () => {
    const stranger = new Wallet(chain.signers[0]?.privateKey ?? '', chain.contract.runner?.provider);
    const lists = new Contract(ANNOUNCEMENTS.address, announcementsArtifact.abi, stranger);
    const terms = [start, start + DAY, 0, 0, chain.beacon, 60];
    await send(lists, 'announce', chain.providerKey, id('invented'), terms);
    const huge = [2n ** 64n - 1n, 2n ** 64n - 1n, 2 ** 32 - 1, 2 ** 32 - 1, chain.beacon, 60];
    await send(lists, 'announce', chain.providerKey, id('huge'), huge);
    await chain.rpc.call('anvil_mine', ['0x3']);
    const { stdout, code } = await verify(['--giveaway', announced]);
    expect(verdictOf(stdout)).toMatch(/Twins: 12 of 15 .*, 2 announcements of unknown contracts left out\)/);
    expect(code).toBe(0);
  });
});

describe('a giveaway that was created after its start', () => {
  it('was announced too late for a reader to write it down', async () => {
    const now = Number((await latest()).timestamp);
    start = now - DAY + 100;
    const late = await create(chain.contract, 'late', 0, now - 50);
    await enter(chain.contract, late, 1);
    await passTo(chain, now + 400);
    await draw(chain.contract, late);
    await chain.rpc.call('anvil_mine', ['0x3']);
    const { stdout } = await verify(['--giveaway', late]);
    expect(verdictOf(stdout)).toMatch(/ It was announced only after its start\.$/);
  });
});
