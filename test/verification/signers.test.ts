import { beforeAll, describe, expect, it } from '@jest/globals';
import { Contract, ContractFactory, id, type NonceManager, Wallet, ZeroAddress, ZeroHash } from 'ethers';
import { createRequire } from 'node:module';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { deployContracts } from '../../src/adapters/chain/hub/deploy.ts';
import { signRound, toPublicKey } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { keyOf, startTestChain } from '../support/chain/anvil.ts';
import { DAY, OWN_BEACON, SECRET } from '../support/chain/drawn-chain.ts';
import { drawnGiveaway } from '../support/chain/drawn-giveaway.ts';
import { entryChange } from '../support/chain/entry-change.ts';
import { passTo } from '../support/chain/pass-to.ts';
import { mintItem } from '../support/chain/provision.ts';
import { runCli } from '../cli/run-cli.ts';
import type { Json } from '../support/http/http.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const DELAY = 2 * DAY;
const TIMELOCK_DELAY = 3_600;

const chain = sharedByTests(() => startTestChain({ flags: ['--slots-in-an-epoch', '1'], signers: 2 }));
let hub: Contract;
let timelock: Contract;
let timelockAddress: string;
let giveaway: string;
let start: number;
let early: Wallet;
let late: Wallet;

const send = async (contract: Contract, name: string, ...args: readonly unknown[]) =>
  (await contract.getFunction(name)(...args)).wait();
const enterAs = (signer: Wallet, amount: number) =>
  send(
    hub.connect(signer) as Contract,
    'changeEntries',
    giveaway,
    entryChange(id(`${signer.address} ${amount}`), 1, amount),
  );

/** A hub whose owner is a timelock, with a signer from before the giveaway. */
beforeAll(async () => {
  const owner = chain.contract.runner as NonceManager;
  const { abi, bytecode } = createRequire(import.meta.url)(
    '@openzeppelin/contracts/build/contracts/TimelockController.json',
  );
  const factory = new ContractFactory(abi, bytecode, owner);
  timelock = (await factory.deploy(
    TIMELOCK_DELAY,
    [await owner.getAddress()],
    [ZeroAddress],
    ZeroAddress,
  )) as Contract;
  await timelock.waitForDeployment();
  timelockAddress = (await timelock.getAddress()).toLowerCase();
  const deployed = await deployContracts(owner, {
    owner: await owner.getAddress(),
    beacon: { publicKey: toPublicKey(SECRET), genesis: 1_600_000_000, period: 3 },
    signerDelay: DELAY,
    minBeaconMargin: 30,
  });
  hub = new Contract(deployed.hub, giveawaysArtifact.abi, owner);
  [early, late] = chain.signers.map((signer) => signer.connect(owner.provider)) as [Wallet, Wallet];
  await send(hub, 'setProviderSigner', chain.providerKey, early.address, true);
  await send(
    hub.connect(early) as Contract,
    'provision',
    chain.providerKey,
    mintItem(id('one'), early.address, 0),
  );
  start = Number(((await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as Json).timestamp) + 100;
  const options = { externalId: 'guarded', startTime: start, endTime: start + DAY, beacon: chain.beacon };
  await send(hub.connect(early) as Contract, 'createGiveaway', chain.providerKey, drawnGiveaway(options));
  giveaway = keyOf(chain.providerKey, 'guarded');
  await passTo(chain, start);
  await enterAs(early, 3);
});

const verify = async (...args: readonly string[]) =>
  runCli([
    'verify-draw',
    '--rpc',
    chain.url,
    '--hub',
    await hub.getAddress(),
    '--giveaway',
    giveaway,
    ...OWN_BEACON,
    ...args,
  ]);

describe('a signer that the owner of the hub adds shortly before the close', () => {
  it('changes no entries of the round, nor of any other before its prize is delivered', async () => {
    await passTo(chain, start + DAY - 100);
    await send(hub, 'setProviderSigner', chain.providerKey, late.address, true);
    await expect(enterAs(late, 1_000)).rejects.toThrow('revert');
    await passTo(chain, start + DAY + 100);
    // The round is drawn by anybody, and its prize is not delivered: a signer that is added now waits too.
    const beaconRound: bigint = await hub.getFunction('beaconRoundOf')(giveaway, 0);
    await send(hub, 'drawWinner', giveaway, 0, `0x${signRound(SECRET, beaconRound)}`);
    const another = Wallet.createRandom().address;
    await send(hub, 'setProviderSigner', chain.providerKey, another, true);
    expect(await hub.getFunction('isSigner')(chain.providerKey, another)).toBe(false);
    await chain.rpc.call('anvil_mine', ['0x3']);
  });

  it('does not stand among the signers that changed entries, which the verification names with the owner', async () => {
    const { stdout, code } = await verify();
    const activeFrom: bigint = await hub.getFunction('signerActiveFrom')(chain.providerKey, early.address);
    const owner: string = await hub.getFunction('owner')();
    expect(code).toBe(0);
    expect(stdout).toContain(
      [
        'Signers that changed entries:',
        `  ${early.address.toLowerCase()}, 1 changes, active since ${new Date(Number(activeFrom) * 1000).toISOString()}`,
        `The owner ${owner.toLowerCase()}, a wallet with a single key, can add signers; they act ${DELAY} s later while rounds are open or prizes undelivered.`,
      ].join('\n'),
    );
  });
});

describe('a hub that is handed to a timelock', () => {
  it('is named with its next owner, and with the delay of the timelock once that has accepted', async () => {
    await send(hub, 'transferOwnership', timelockAddress);
    await chain.rpc.call('anvil_mine', ['0x3']);
    expect((await verify()).stdout).toContain(`The next owner ${timelockAddress} has not accepted yet.`);
    const accept = hub.interface.encodeFunctionData('acceptOwnership');
    const call = [await hub.getAddress(), 0, accept, ZeroHash, ZeroHash] as const;
    await send(timelock, 'schedule', ...call, TIMELOCK_DELAY);
    const anybody = timelock.connect(early) as Contract;
    await expect(send(anybody, 'execute', ...call)).rejects.toThrow('revert');
    await chain.rpc.call('evm_increaseTime', [TIMELOCK_DELAY]);
    await chain.rpc.call('evm_mine');
    await send(anybody, 'execute', ...call);
    await chain.rpc.call('anvil_mine', ['0x3']);
    const { stdout } = await verify();
    const { json } = await verify('--json');
    expect(stdout).toContain(
      `The owner ${timelockAddress}, a timelock of ${TIMELOCK_DELAY} s, can add signers;`,
    );
    expect(json.signers).toMatchObject({
      owner: timelockAddress,
      isContract: true,
      ownerDelay: TIMELOCK_DELAY,
      others: 0,
    });
  });
});
