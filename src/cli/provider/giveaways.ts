import { Option, type Command } from 'commander';
import { act, toWholeNumber } from '../command.ts';
import { AFTER, FIRST, nodesOf, presentPage, selectPage, type Connection } from '../connection.ts';
import { Failure } from '../failure.ts';
import { toFields } from '../print.ts';

const GIVEAWAY = `id giveawayId title providerName providerKey state startTime endTime determinationType
  rollingEveryDays hub chainId`;
const ROUND = `id index state opensAt closesAt entriesTotal holders decidedAt voidedAt
  winner { passportId wallet } receipt { confirmedAt byProvider } delivery { recipient deliveredAt verification }`;
const LIST = `query ($filter: GiveawayFilter, $providerKey: Hash, $first: Int, $after: String) {
  giveaways(filter: $filter, providerKey: $providerKey, first: $first, after: $after) { ${selectPage(GIVEAWAY)} }
}`;
const GET = `query ($id: ID!) { giveaway(id: $id) { ${GIVEAWAY} description currentRound { ${ROUND} } } }`;
const ROUNDS = `query ($id: ID!, $first: Int, $after: String) {
  giveaway(id: $id) { rounds(first: $first, after: $after) { ${selectPage(ROUND)} } }
}`;
const ROUND_OF = `query ($id: ID!, $index: Int!) { giveaway(id: $id) { round(index: $index) { ${ROUND} } } }`;

interface GiveawayNode {
  readonly id: string;
  readonly giveawayId: string;
  readonly title: string | null;
  readonly providerName: string | null;
  readonly state: string;
  readonly startTime: string;
  readonly endTime: string | null;
  readonly determinationType: string;
}
interface RoundNode {
  readonly id: string;
  readonly index: number;
  readonly state: string;
  readonly opensAt: string;
  readonly closesAt: string | null;
  readonly entriesTotal: number;
  readonly winner: { readonly passportId: number; readonly wallet: string } | null;
}

const ID = ['<id>', 'the giveaway, such as gwy_…'] as const;

/** giveaways giveaways list, get; giveaways rounds list, get. They need no credential. */
export function addGiveaways(program: Command): void {
  const giveaways = program
    .command('giveaways')
    .description('giveaways on the chain, which everybody may read');
  giveaways
    .command('list')
    .description('lists giveaways')
    .addOption(new Option('--state <state>', 'only in this state').choices(['scheduled', 'running', 'ended']))
    .option('--search <words>', 'words of the title or the description')
    .option('--provider-key <key>', 'only of this provider, by its key on chain')
    .addOption(FIRST)
    .addOption(AFTER)
    .action(
      act(async (client, { state, search, providerKey, first, after }) => {
        const filter = { state: typeof state === 'string' ? state.toUpperCase() : undefined, search };
        const answer = await client.requestPublic<{ giveaways: Connection<GiveawayNode> }>(LIST, {
          filter,
          providerKey,
          first,
          after,
        });
        const found = nodesOf(answer.giveaways);
        return presentPage(
          { giveaways: found, pageInfo: answer.giveaways.pageInfo },
          {
            headings: ['ID', 'GIVEAWAY', 'STATE', 'ENDS', 'TITLE'],
            rows: found.map(({ id, giveawayId, state, endTime, title }) => [
              id,
              giveawayId,
              state.toLowerCase(),
              endTime ?? 'never',
              title ?? '',
            ]),
            none: 'There are no giveaways.',
          },
        );
      }),
    );
  giveaways
    .command('get')
    .description('shows a giveaway and its open round')
    .argument(...ID)
    .action(
      act(async (client, _options, id) => {
        const { giveaway } = await client.requestPublic<{
          giveaway: (GiveawayNode & { readonly currentRound: RoundNode | null }) | null;
        }>(GET, { id });
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
      }),
    );

  const rounds = program.command('rounds').description('rounds of a giveaway, which everybody may read');
  rounds
    .command('list')
    .description('lists the rounds that have opened')
    .argument(...ID)
    .addOption(FIRST)
    .addOption(AFTER)
    .action(
      act(async (client, { first, after }, id) => {
        const { giveaway } = await client.requestPublic<{
          giveaway: { readonly rounds: Connection<RoundNode> } | null;
        }>(ROUNDS, { id, first, after });
        if (giveaway === null) throw unknown('giveaway', id);
        const found = nodesOf(giveaway.rounds);
        return presentPage(
          { rounds: found, pageInfo: giveaway.rounds.pageInfo },
          {
            headings: ['ROUND', 'STATE', 'CLOSES', 'ENTRIES', 'WINNER'],
            rows: found.map(({ index, state, closesAt, entriesTotal, winner }) => [
              String(index),
              state.toLowerCase(),
              closesAt ?? 'never',
              String(entriesTotal),
              winner === null ? '' : `passport ${winner.passportId} of ${winner.wallet}`,
            ]),
            none: 'There are no rounds.',
          },
        );
      }),
    );
  rounds
    .command('get')
    .description('shows a round')
    .argument(...ID)
    .argument('<index>', 'the round, counted from 0')
    .action(
      act(async (client, _options, id = '', index = '') => {
        const { giveaway } = await client.requestPublic<{
          giveaway: { readonly round: RoundNode | null } | null;
        }>(ROUND_OF, { id, index: toWholeNumber(index) });
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
      }),
    );
}

function unknown(what: string, id = ''): Failure {
  return new Failure('NOT_FOUND', `There is no ${what} ${id}: see giveaways giveaways list.`);
}
