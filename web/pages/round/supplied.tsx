import { CopiedHash } from '../../parts/hash.tsx';
import { TEST_CHAIN } from '../../parts/chain-facts.tsx';
import { useSite } from '../../site/context.ts';
import type { DrawProps } from './read-round.ts';

/** What the check takes from this page, which the operator of the service supplies, and how a reader does without it. */
export function Supplied({ giveaway, round }: Pick<DrawProps, 'giveaway' | 'round'>) {
  const { t, publicUrl } = useSite();
  const { supplied } = t.draw;
  const { chainId, hub, hubBlock, key, beacon } = giveaway;
  return (
    <section className="stack" aria-labelledby="supplied">
      <h3 id="supplied">{supplied.title}</h3>
      <p>{supplied.page}</p>
      <p>{supplied.compare}</p>
      <dl className="pairs">
        <dt>{t.giveaways.chain}</dt>
        <dd>{chainId}</dd>
        <dt>{t.giveaways.hub}</dt>
        <dd>
          <CopiedHash explored="address">{hub ?? '–'}</CopiedHash>
        </dd>
        <dt>{t.giveaways.key}</dt>
        <dd>
          <CopiedHash>{key}</CopiedHash>
        </dd>
        <dt>{supplied.round}</dt>
        <dd>{round.index}</dd>
        <dt>{supplied.firstBlock}</dt>
        <dd>{hubBlock ?? 0}</dd>
        <dt>{supplied.beacon}</dt>
        <dd>
          {chainId === TEST_CHAIN ? supplied.ownBeacon : supplied.quicknet}
          {beacon !== null && <CopiedHash explored="address">{beacon}</CopiedHash>}
        </dd>
      </dl>
      <p>
        {supplied.verifier} <a href={`${publicUrl}/downloads/verifier.html`}>{supplied.download}</a>
      </p>
    </section>
  );
}
