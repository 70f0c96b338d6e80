import type { GiveawayCardFragment, GiveawayRulesFragment } from '../documents/generated.ts';
import { useSite } from '../site/context.ts';
import { nameOfProvider } from './giveaway-card.tsx';
import { Hash } from './hash.tsx';
import { Time } from './time.tsx';
import { UserText } from './user-text.tsx';

/** The id of the chains that run in an installation (anvil's), whose beacon proves nothing to others. */
export const TEST_CHAIN = 31_337;

interface ChainFactsProps {
  readonly giveaway: GiveawayCardFragment & GiveawayRulesFragment;
}

/** Where a giveaway is on the chain. */
export function ChainFacts({ giveaway }: ChainFactsProps) {
  const { t, format } = useSite();
  const { providerKey, giveawayId, key, chainId, hub, createdAt, createdBlock, transactionHash } = giveaway;
  return (
    <aside className="facts" aria-label={t.giveaways.onChain}>
      <dl>
        <dt>{t.giveaways.provider}</dt>
        <dd>
          <UserText>{nameOfProvider(giveaway, t)}</UserText>
        </dd>
        <dt>{t.giveaways.providerKey}</dt>
        <dd>
          <Hash>{providerKey}</Hash>
        </dd>
        <dt>{t.giveaways.externalId}</dt>
        <dd>
          <UserText>{giveawayId}</UserText>
        </dd>
        <dt>{t.giveaways.key}</dt>
        <dd>
          <Hash>{key}</Hash>
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
              <Hash>{hub}</Hash>
            </dd>
          </>
        )}
        <dt>{t.giveaways.created}</dt>
        <dd>
          <Time at={createdAt} />, {t.giveaways.block} {format.number(createdBlock)}
        </dd>
        <dt>{t.giveaways.transaction}</dt>
        <dd>
          <Hash>{transactionHash}</Hash>
        </dd>
      </dl>
    </aside>
  );
}
