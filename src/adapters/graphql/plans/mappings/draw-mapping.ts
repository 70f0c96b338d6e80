import { toNumberOnChain } from '../../../../core/chain/hubs.ts';
import { toRoundId, toWinnerId } from '../../../../core/rounds/round-id.ts';
import { computed, number, plain, type TypeMapping } from './type-mapping.ts';

export const winnerMapping: TypeMapping = {
  name: 'Winner',
  values: {
    id: computed(['giveaway.id', 'round.index', 'round.place'], (giveaway, index, place) =>
      toWinnerId(String(giveaway), String(index), Number(place)),
    ),
    passportId: number('round.winnerPassportId'),
    numberOnChain: computed(['round.winnerPassportId'], (id) => toNumberOnChain(Number(id))),
    wallet: plain('round.winnerWallet'),
  },
  objects: { passport: { mapping: 'Passport', isWinner: true } },
  lists: {},
  ones: {},
};

export const placeDrawMapping: TypeMapping = {
  name: 'PlaceDraw',
  values: {
    ticketsBefore: number('round.ticketsBefore'),
    total: number('round.drawTotal'),
    ticket: number('round.drawTicket'),
  },
  objects: {},
  lists: {},
  ones: {},
};

export const drawProofMapping: TypeMapping = {
  name: 'DrawProof',
  values: {
    id: computed(['giveaway.id', 'round.index'], (giveaway, index) =>
      toRoundId(String(giveaway), String(index), 'drw'),
    ),
    beacon: plain('giveaway.beacon'),
    beaconRound: number('round.beaconRound'),
    signature: plain('round.beaconSignature'),
    randomness: plain('round.randomness'),
    total: number('round.drawTotal'),
    ticket: number('round.drawTicket'),
    settledAt: plain('round.decidedAt'),
    blockNumber: number('round.decidedBlock'),
    blockHash: plain('round.decidedBlockHash'),
    transactionHash: plain('round.decidedTransactionHash'),
  },
  objects: {
    round: { mapping: 'Round' },
    winner: { mapping: 'Winner' },
  },
  lists: {},
  ones: {},
};
