import { GATEWAY, query } from './gateway.ts';
import { Draws } from './generated.ts';
import { usePages } from './use-pages.ts';

/** Giveaways on the chain with their latest rounds; a round's page at the gateway verifies its draw. */
export function DrawsView() {
  const { items, failure, more } = usePages(async (after) => (await query(Draws, { after })).giveaways);
  return (
    <section aria-label="Draws">
      <h2>Draws</h2>
      {failure && <p role="alert">{failure}</p>}
      <ul>
        {items.map(({ id, giveawayId, title, providerName, state, rounds }) => (
          <li key={id}>
            <bdi>{title ?? giveawayId}</bdi> by <bdi>{providerName ?? 'an unknown provider'}</bdi>, {state}
            <ul>
              {rounds.nodes.map(({ id: roundId, index, state: roundState, entriesTotal, winner }) => (
                <li key={roundId}>
                  <a href={`${GATEWAY}/giveaways/${id}/rounds/${index}`}>Round {index + 1}</a>: {roundState},{' '}
                  {entriesTotal} entries
                  {winner && `, won by passport ${winner.passportId} of ${winner.wallet}`}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more && <button onClick={more}>More</button>}
    </section>
  );
}
