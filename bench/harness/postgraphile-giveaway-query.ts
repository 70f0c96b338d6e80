import {
  giveawayContent,
  giveawayPage,
  postPostgraphileGiveaway,
  type GiveawayPage,
} from './giveaway-query.ts';
import { ask } from './load.ts';
import { requireNoErrors } from './same-answer.ts';

interface Giveaway {
  readonly giveaway: {
    readonly rounds: {
      readonly edges: readonly {
        readonly node: { readonly entries: { readonly pageInfo: { readonly endCursor: string } } };
      }[];
    };
  };
}

// Above every giveaway and round, so that a cursor of one round holds for all of them.
const LAST_GIVEAWAY = 'gwy_~';
const LAST_ROUND = 1_000_000;

/** Writes pages in PostGraphile's terms, with cursors such as the ones it gives. */
export async function createPostgraphileGiveawayQuery(port: number): Promise<(page: GiveawayPage) => Buffer> {
  const answer = await ask(port, postPostgraphileGiveaway(giveawayPage(0)));
  giveawayContent(answer);
  const { giveaway } = requireNoErrors<Giveaway>(answer);
  const cursor = giveaway.rounds.edges[0]?.node.entries.pageInfo.endCursor ?? '';
  const [digest, , ...rest] = JSON.parse(Buffer.from(cursor, 'base64').toString()) as [
    string,
    number,
    ...unknown[],
  ];
  const shape = {
    digest,
    rest: rest.map((member) => (typeof member === 'number' ? LAST_ROUND : LAST_GIVEAWAY)),
  };
  return (page) => postPostgraphileGiveaway(page, shape);
}
