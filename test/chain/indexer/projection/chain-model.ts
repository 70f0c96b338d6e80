import { getAddress, id, ZeroAddress, ZeroHash } from 'ethers';
import type { ChainBlock, ChainEvent } from '../../../../src/adapters/ports/projection.ts';

/** An action on the chain; its numbers choose among what exists. */
export interface ChainAction {
  readonly kind:
    | 'create'
    | 'mint'
    | 'issue'
    | 'remove'
    | 'transfer'
    | 'decide'
    | 'void'
    | 'describe'
    | 'deliver'
    | 'signer';
  readonly who: number;
  readonly what: number;
  readonly amount: number;
  /** Whether the action starts a new block. */
  readonly newBlock: boolean;
}

/** The chain that the contracts would produce from some actions, with the state that the rows must match. */
export interface ChainModel {
  readonly blocks: readonly ChainBlock[];
  readonly events: readonly ChainEvent[];
  /** Entries by giveaway, round and passport. */
  readonly entries: ReadonlyMap<string, number>;
  /** By giveaway and round: the entries issued less those removed, of any round, while it was open. */
  readonly net: ReadonlyMap<string, number>;
  readonly owners: ReadonlyMap<string, string>;
  /** Winners of the places after the first one, and their wallets at that time, by giveaway, round and place. */
  readonly places: ReadonlyMap<string, string>;
  /** The revision of the latest delivery of each of them. */
  readonly delivered: ReadonlyMap<string, number>;
}

const ROUNDS = 3;
/** The places of every second giveaway. */
const PLACES = { winners: 2, alternates: 2 };
const wallet = (number: number) => getAddress(id(`wallet ${number % 5}`).slice(0, 42));
const keyOf = (number: number): string => id(`giveaway ${number}`);

/** Plays the actions; `branch` distinguishes blocks of the same height. The first block is 1. */
export function playChain(deeds: readonly (ChainAction & { readonly branch: number })[]): ChainModel {
  const blocks: ChainBlock[] = [
    { number: 1, hash: id('block 1'), parentHash: id('block 0'), timestamp: 1_000 },
  ];
  const events: ChainEvent[] = [];
  const entries = new Map<string, number>();
  const leaves = new Map<string, number>();
  const totals = new Map<string, number>();
  const net = new Map<string, number>();
  const revisions = new Map<string, number>();
  const owners = new Map<string, string>();
  const places = new Map<string, string>();
  const delivered = new Map<string, number>();
  const done = new Set<string>();
  let giveaways = 0;
  let logIndex = 0;

  function emit(name: string, args: Record<string, unknown>): void {
    const { number, hash, timestamp } = blocks.at(-1) as ChainBlock;
    const passportId = args['passportId'] ?? args['tokenId'];
    events.push({
      blockNumber: number,
      blockHash: hash,
      timestamp,
      logIndex,
      transactionHash: id(`${hash} ${logIndex}`),
      hub: 0,
      name,
      giveawayKey: typeof args['giveaway'] === 'string' ? args['giveaway'] : null,
      passportId: typeof passportId === 'string' ? passportId : null,
      args,
    });
    logIndex += 1 + (number % 2);
  }

  for (const { kind, who, what, amount, newBlock, branch } of deeds) {
    if (newBlock) {
      const { number, hash, timestamp } = blocks.at(-1) as ChainBlock;
      const next = id(`${hash} ${branch}`);
      blocks.push({ number: number + 1, hash: next, parentHash: hash, timestamp: timestamp + 1 + branch });
      logIndex = 0;
    }
    play(kind, who, what, amount);
  }
  return { blocks, events, entries, net, owners, places, delivered };

  function play(kind: ChainAction['kind'], who: number, what: number, amount: number): void {
    const giveaway = keyOf(what % Math.max(1, giveaways));
    const round = who % ROUNDS;
    const passportId = String(1 + (who % Math.max(1, owners.size)));
    const signer = wallet(0);
    if (kind === 'create') {
      emit('GiveawayCreated', {
        giveaway: keyOf(giveaways),
        provider: id('provider'),
        signer,
        options: OPTIONS,
      });
      if (giveaways % 2 === 0) emit('PlacesSet', { giveaway: keyOf(giveaways), ...PLACES });
      giveaways += 1;
    } else if (kind === 'mint') {
      const minted = String(owners.size + 1);
      owners.set(minted, wallet(who));
      emit('Transfer', { from: ZeroAddress, to: wallet(who), tokenId: minted });
      emit('PassportMinted', {
        passportId: minted,
        to: wallet(who),
        maxTransfers: [0, 3, 2 ** 32 - 1][amount % 3],
      });
    } else if (kind === 'signer') {
      emit('ProviderSignerSet', {
        provider: id(`provider ${what % 2}`),
        signer: wallet(who),
        allowed: amount % 2 === 0,
        activeFrom: String(amount % 2 === 0 ? 1_000 + amount : 0),
      });
    } else if (owners.size > 0 && kind === 'transfer') {
      const to = wallet(what);
      emit('Transfer', { from: owners.get(passportId), to, tokenId: passportId });
      owners.set(passportId, to);
    } else if (owners.size > 0 && giveaways > 0) {
      if (kind === 'issue' || kind === 'remove')
        change(kind === 'remove', giveaway, round, passportId, amount);
      else if (
        kind !== 'void' &&
        done.has(`decide ${giveaway} ${round}`) &&
        (kind === 'decide' || amount > 3)
      )
        emitOfPlace(kind, giveaway, round, passportId, amount);
      else emitDecision(kind, giveaway, round, passportId, amount);
    }
  }

  function change(
    removed: boolean,
    giveaway: string,
    round: number,
    passportId: string,
    amount: number,
  ): void {
    const holder = `${giveaway} ${round} ${passportId}`;
    const holding = entries.get(holder) ?? 0;
    // Often all entries, so that holders come and go.
    const moved = removed ? (amount % 2 === 0 ? holding : Math.min(holding, amount)) : amount;
    if (moved === 0) return;
    // A removal reaches earlier rounds too.
    const openRound = removed ? round + (amount % (ROUNDS - round)) : round;
    const opened = `${giveaway} ${openRound}`;
    net.set(opened, (net.get(opened) ?? 0) + (removed ? -moved : moved));
    const group = `${giveaway} ${round}`;
    const total = (totals.get(group) ?? 0) + (removed ? -moved : moved);
    const leaf = leaves.get(holder) ?? [...leaves.keys()].filter((key) => key.startsWith(group)).length;
    leaves.set(holder, leaf);
    totals.set(group, total);
    entries.set(holder, removed ? holding - moved : holding + moved);
    emit('EntriesChanged', {
      giveaway,
      round,
      passportId,
      opKey: id(`${events.length}`),
      openRound,
      removed,
      amount: moved,
      entries: entries.get(holder),
      roundTotal: total,
      leaf,
      reasonCode: amount,
      evidence: amount % 2 === 0 ? ZeroHash : id('evidence'),
      owner: owners.get(passportId),
      signer: wallet(0),
    });
  }

  /** Decides the next place, or goes on with the latest one. */
  function emitOfPlace(
    kind: string,
    giveaway: string,
    round: number,
    passportId: string,
    amount: number,
  ): void {
    const inRound = `${giveaway} ${round}`;
    const taken = [...places.keys()].filter((key) => key.startsWith(`${inRound} `)).length;
    const of = { giveaway, round, place: kind === 'decide' ? taken + 1 : taken };
    const at = `${inRound} ${of.place}`;
    const owner = owners.get(passportId);
    if (kind === 'decide') {
      if (of.place >= PLACES.winners + PLACES.alternates) return;
      places.set(at, `${passportId} ${owner}`);
      if (amount % 2 === 0) emit('PlaceDeclared', { ...of, passportId, owner, signer: wallet(0) });
      else emit('PlaceDrawn', { ...of, passportId, drawn: of.place, total: 7, ticket: 2 });
    } else if (taken > 0 && kind === 'describe') {
      const uri = `ipfs://${events.length}`;
      if (amount % 2 === 0)
        emit('PlaceMetadataSet', { ...of, opKey: id('x'), metadataHash: ZeroHash, metadataUri: uri });
      else emit('PlaceImageSet', { ...of, opKey: id('x'), imageHash: id('pixels'), imageUri: uri });
    } else if (taken > 0) {
      const revision = (delivered.get(at) ?? 0) + 1;
      delivered.set(at, revision);
      if (revision === 1) emit('PlaceReceiptConfirmed', { ...of, passportId, by: owner, byProvider: true });
      emit('PlaceDelivered', { ...of, signer: wallet(0), revision, delivery: deliveryTo(owner) });
    }
  }

  function emitDecision(
    kind: string,
    giveaway: string,
    round: number,
    passportId: string,
    amount: number,
  ): void {
    const inRound = `${giveaway} ${round}`;
    const decided = done.has(`decide ${inRound}`);
    const settled = decided || done.has(`void ${inRound}`);
    if (kind === 'decide' || kind === 'void' ? settled : !decided) return;
    done.add(`${kind} ${inRound}`);
    const of = { giveaway, round };
    const owner = owners.get(passportId);
    if (kind === 'describe') {
      if (amount % 2 === 0)
        emit('RoundMetadataSet', {
          ...of,
          opKey: id('x'),
          metadataHash: ZeroHash,
          metadataUri: `ipfs://${events.length}`,
        });
      else
        emit('RoundImageSet', {
          ...of,
          opKey: id('x'),
          imageHash: id('pixels'),
          imageUri: `ipfs://${events.length}`,
        });
    } else if (kind === 'decide' && amount % 2 === 0) {
      emit('WinnerDeclared', { ...of, passportId, owner, signer: wallet(0) });
    } else if (kind === 'void') {
      emit('RoundVoided', { ...of, beaconRound: '18446744073709551615', by: owner });
    } else if (kind === 'decide') {
      const randomness = id(`random ${events.length}`);
      const drawn = {
        beaconRound: '18446744073709551615',
        signature: '0xabcd',
        randomness,
        total: 9,
        ticket: 4,
      };
      emit('WinnerDrawn', { ...of, passportId, owner, ...drawn });
    } else {
      const revision = (revisions.get(inRound) ?? 0) + 1;
      revisions.set(inRound, revision);
      if (revision === 1)
        emit('ReceiptConfirmed', { ...of, passportId, by: owner, byProvider: amount % 2 === 0 });
      emit('PrizeDelivered', { ...of, signer: wallet(0), revision, delivery: deliveryTo(owner) });
    }
  }
}

const deliveryTo = (recipient: string | undefined) => ({
  assetContract: wallet(1),
  recipient,
  proofChainId: '18446744073709551615',
  proofTxHash: id('proof'),
  proofUri: '',
});

const OPTIONS = {
  externalId: 'any',
  startTime: '1000',
  endTime: '1099511627775',
  determination: 1,
  requiresHandshake: true,
  providerPaysReceiptGas: true,
  entriesCarryOver: false,
  everyDays: 0,
  activeDays: 0,
  beacon: ZeroAddress,
  beaconMargin: 60,
  metadataHash: ZeroHash,
  metadataUri: '',
};
