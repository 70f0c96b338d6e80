import { Option } from 'commander';
import { toWholeNumber, type CommandRow } from '../command.ts';
import { listRow } from '../connection.ts';
import { Giveaway, Giveaways, Round, Rounds } from '../documents.ts';
import { Failure } from '../failure.ts';
import { toFields } from '../print.ts';

const ID = ['<id>', 'the giveaway, such as gwy_…'] as const;

/** They need no credential. */
export const GIVEAWAY_ROWS: readonly CommandRow[] = [
  listRow({
    what: 'lists giveaways',
    options: [
      new Option('--state <state>', 'only in this state').choices(['scheduled', 'running', 'ended']),
      new Option('--search <words>', 'words of the title or the description'),
      new Option('--provider-key <key>', 'only of this provider, by its key on chain'),
    ],
    document: Giveaways,
    page: ({ giveaways }) => giveaways,
    name: 'giveaways',
    headings: ['ID', 'GIVEAWAY', 'STATE', 'ENDS', 'TITLE'],
    row: ({ id, giveawayId, state, endTime, title }) => [
      id,
      giveawayId,
      state.toLowerCase(),
      endTime ?? 'never',
      title ?? '',
    ],
    none: 'There are no giveaways.',
    variables: ({ state, search, providerKey }) => ({
      filter: { state: typeof state === 'string' ? state.toUpperCase() : undefined, search },
      providerKey,
    }),
    isPublic: true,
  }),
  {
    name: 'get',
    what: 'shows a giveaway and its open round',
    takes: [ID],
    async work(client, _options, id) {
      const { giveaway } = await client.requestPublic(Giveaway, { id });
      if (giveaway === null) throw unknown('giveaway', id);
      const { giveawayId, title, providerName, state, startTime, endTime, determinationType } = giveaway;
      return {
        document: giveaway,
        text: toFields({
          Giveaway: giveaway.id,
          'Own ID': giveawayId,
          Title: title,
          Provider: providerName,
          State: state.toLowerCase(),
          Starts: startTime,
          Ends: endTime ?? 'never',
          Winners: determinationType.toLowerCase().replaceAll('_', ' '),
          'Open round': giveaway.currentRound && String(giveaway.currentRound.index),
        }),
      };
    },
  },
];

/** They need no credential. */
export const ROUND_ROWS: readonly CommandRow[] = [
  listRow({
    what: 'lists the rounds that have opened',
    takes: [ID],
    document: Rounds,
    page({ giveaway }) {
      if (giveaway === null) throw unknown('giveaway');
      return giveaway.rounds;
    },
    name: 'rounds',
    headings: ['ROUND', 'STATE', 'CLOSES', 'ENTRIES', 'WINNER'],
    row: ({ index, state, closesAt, entriesTotal, winner }) => [
      String(index),
      state.toLowerCase(),
      closesAt ?? 'never',
      String(entriesTotal),
      winner === null ? '' : `passport ${winner.passportId} of ${winner.wallet}`,
    ],
    none: 'There are no rounds.',
    variables: (_options, id) => ({ id }),
    isPublic: true,
  }),
  {
    name: 'get',
    what: 'shows a round',
    takes: [ID, ['<index>', 'the round, counted from 0']],
    async work(client, _options, id = '', index = '') {
      const { giveaway } = await client.requestPublic(Round, { id, index: toWholeNumber(index) });
      const round = giveaway?.round;
      if (round == null) throw unknown('round', `${id} ${index}`);
      return {
        document: round,
        text: toFields({
          Round: String(round.index),
          State: round.state.toLowerCase(),
          Opens: round.opensAt,
          Closes: round.closesAt ?? 'never',
          Entries: String(round.entriesTotal),
          Winner: round.winner && `passport ${round.winner.passportId} of ${round.winner.wallet}`,
        }),
      };
    },
  },
];

function unknown(what: string, id = 'with this id'): Failure {
  return new Failure('NOT_FOUND', `There is no ${what} ${id}: see giveaways giveaways list.`);
}
