import type { GiveawayCardFragment, GiveawayRulesFragment } from '../documents/generated.ts';
import { useSite } from '../site/context.ts';
import { CopiedHash } from './hash.tsx';
import { Time } from './time.tsx';
import { UserText } from './user-text.tsx';

/** The id of the chains that run in an installation (anvil's), whose beacon proves nothing to others. */
export const TEST_CHAIN = 31_337;

interface ChainFactsProps {
  readonly giveaway: GiveawayCardFragment & GiveawayRulesFragment;
}

/** Where a giveaway is on the chain: what programs need, and few people. */
export function ChainFacts({ giveaway }: ChainFactsProps) {
  const { t, format } = useSite();
  const { providerKey, giveawayId, key, chainId, hub, createdAt, createdBlock, transactionHash } = giveaway;
  return (
    <section className="stack" aria-labelledby="on-chain">
      <h3 id="on-chain">{t.giveaways.onChain}</h3>
      <dl className="pairs">
        <dt>{t.giveaways.providerKey}</dt>
        <dd>
          <CopiedHash>{providerKey}</CopiedHash>
        </dd>
        <dt>{t.giveaways.externalId}</dt>
        <dd>
          <UserText>{giveawayId}</UserText>
        </dd>
        <dt>{t.giveaways.key}</dt>
        <dd>
          <CopiedHash>{key}</CopiedHash>
        </dd>
        {chainId !== null && (
          <>
            <dt>{t.giveaways.chain}</dt>
            <dd>
              {chainId}
              {chainId === TEST_CHAIN && ` (${t.giveaways.testChain})`}
            </dd>
          </>
        )}
        {hub !== null && (
          <>
            <dt>{t.giveaways.hub}</dt>
            <dd>
              <CopiedHash explored="address">{hub}</CopiedHash>
            </dd>
          </>
        )}
        <dt>{t.giveaways.created}</dt>
        <dd>
          <Time at={createdAt} />, {t.giveaways.block} {format.number(createdBlock)}
        </dd>
        <dt>{t.giveaways.transaction}</dt>
        <dd>
          <CopiedHash explored="tx">{transactionHash}</CopiedHash>
        </dd>
      </dl>
    </section>
  );
}
