import { expect, it } from '@jest/globals';
import { AbiCoder, type EventFragment, id, Interface, ZeroAddress, ZeroHash } from 'ethers';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { passportArtifact } from '../../../src/adapters/chain/hub/artifacts/passport.ts';
import { HUB_EVENTS, PASSPORT_EVENTS } from '../../../src/adapters/chain/indexer/contract-events.ts';
import { createArgumentReader } from '../../../src/adapters/chain/indexer/event-arguments.ts';
import { createLogDecoder } from '../../../src/adapters/chain/indexer/log-decoder.ts';

const hub = new Interface(giveawaysArtifact.abi);
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

function read(event: string, values: readonly unknown[], contract = hub) {
  const fragment = contract.getEvent(event) as EventFragment;
  const { topics, data } = contract.encodeEventLog(fragment, values);
  return createArgumentReader(fragment)(topics.slice(1), data);
}

it('reads arguments as JSON with their names', () => {
  const [giveaway, opKey, evidence] = [id('a'), id('b'), id('c')];
  const values = [
    giveaway,
    7,
    2n ** 60n,
    opKey,
    8,
    true,
    2 ** 32 - 1,
    5,
    9,
    3,
    65_535,
    evidence,
    WALLET,
    ZeroAddress,
  ];
  expect(read('EntriesChanged', values)).toEqual({
    giveaway,
    round: 7,
    passportId: String(2n ** 60n),
    opKey,
    openRound: 8,
    removed: true,
    amount: 2 ** 32 - 1,
    entries: 5,
    roundTotal: 9,
    leaf: 3,
    reasonCode: 65_535,
    evidence,
    owner: WALLET,
    signer: ZeroAddress,
  });
  expect(
    read('PrizeDelivered', [giveaway, 1, WALLET, 2, [WALLET, ZeroAddress, 2n ** 64n - 1n, opKey, 'ü']]),
  ).toEqual({
    giveaway,
    round: 1,
    signer: WALLET,
    revision: 2,
    delivery: {
      assetContract: WALLET,
      recipient: ZeroAddress,
      proofChainId: String(2n ** 64n - 1n),
      proofTxHash: opKey,
      proofUri: 'ü',
    },
  });
  expect(read('EntryChangeRejected', [giveaway, opKey, '0xABCD'])).toEqual({
    giveaway,
    opKey,
    reason: '0xabcd',
  });
});

it.each([
  ['bytes that are no UTF-8', '0xff41', '\uFFFDA'],
  ['a zero character', '0x410042', 'A\uFFFDB'],
  ['a lone surrogate', '0xeda080', '\uFFFD\uFFFD\uFFFD'],
])('accepts %s in a text', (_name, bytes, expected) => {
  const fragment = hub.getEvent('RoundImageSet') as EventFragment;
  // A string and the same bytes have the same encoding.
  const data = AbiCoder.defaultAbiCoder().encode(
    ['bytes32', 'bytes32', 'bytes'],
    [ZeroHash, ZeroHash, bytes],
  );
  const topics = [id('giveaway'), `0x${'0'.repeat(64)}`];
  expect(createArgumentReader(fragment)(topics, data)).toMatchObject({ imageUri: expected });
});

it('refuses a log that is not the event', () => {
  const reader = createArgumentReader(hub.getEvent('WinnerDeclared') as EventFragment);
  expect(() => reader([id('a')], '0x')).toThrow('other topics');
  expect(() => reader([id('a'), ZeroHash, ZeroHash], '0x00')).toThrow('other data');
});

it('ignores logs of other contracts, and events of one contract from the address of another', () => {
  const passport = '0x0000000000000000000000000000000000000002';
  const decoder = createLogDecoder([{ hubIndex: 0, hub: WALLET, passport }]);
  const transfer = {
    topics: [id('Transfer(address,address,uint256)'), ZeroHash, ZeroHash, ZeroHash],
    data: '0x',
    blockNumber: 1,
    blockHash: ZeroHash,
    transactionHash: ZeroHash,
    logIndex: 0,
  };
  expect(decoder.decode({ ...transfer, address: passport }, 5)).toMatchObject({
    name: 'Transfer',
    passportId: '0',
    giveawayKey: null,
    timestamp: 5,
  });
  expect(decoder.decode({ ...transfer, address: WALLET.toLowerCase() }, 5)).toBeUndefined();
  expect(decoder.decode({ ...transfer, address: ZeroAddress }, 5)).toBeUndefined();
});

it('projects every event that the contracts declare, or lists it as one that it leaves out', () => {
  const declared = (abi: readonly { readonly type: string; readonly name?: string }[]) =>
    new Set(abi.filter(({ type }) => type === 'event').map(({ name }) => name));
  expect(declared(giveawaysArtifact.abi)).toEqual(
    new Set([...HUB_EVENTS, 'BeaconSet', 'OwnershipTransferStarted', 'OwnershipTransferred']),
  );
  expect(declared(passportArtifact.abi)).toEqual(
    new Set([...PASSPORT_EVENTS, 'Approval', 'ApprovalForAll', 'EIP712DomainChanged', 'Locked', 'Unlocked']),
  );
});
