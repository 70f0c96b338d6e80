import { Hash } from '../../parts/hash.tsx';
import { TEST_CHAIN } from '../../parts/chain-facts.tsx';
import { useSite } from '../../site/context.ts';
import type { DrawProps } from './read-round.ts';

/** What the check takes from this page, which the operator of the service supplies, and how a reader does without it. */
export function Supplied({ giveaway, round }: DrawProps) {
  const { t, publicUrl } = useSite();
  const { supplied } = t.draw;
  const { chainId, hub, hubBlock, key, beacon } = giveaway;
  return (
    <details>
      <summary>{supplied.title}</summary>
      <div className="stack">
        <p>{supplied.page}</p>
        <p>{supplied.compare}</p>
        <dl className="pairs">
          <dt>{t.giveaways.chain}</dt>
          <dd>{chainId}</dd>
          <dt>{t.giveaways.hub}</dt>
          <dd>
            <Hash>{hub ?? '–'}</Hash>
          </dd>
          <dt>{t.giveaways.key}</dt>
          <dd>
            <Hash>{key}</Hash>
          </dd>
          <dt>{supplied.round}</dt>
          <dd>{round.index}</dd>
          <dt>{supplied.firstBlock}</dt>
          <dd>{hubBlock ?? 0}</dd>
          <dt>{supplied.beacon}</dt>
          <dd>
            {chainId === TEST_CHAIN ? supplied.ownBeacon : supplied.quicknet}
            {beacon !== null && <Hash>{beacon}</Hash>}
          </dd>
        </dl>
        <p>
          {supplied.verifier} <a href={`${publicUrl}/downloads/verifier.html`}>{supplied.download}</a>
        </p>
      </div>
    </details>
  );
}
