import { CopiedHash, type Explored } from '../../parts/hash.tsx';
import { Time } from '../../parts/time.tsx';
import { useSite } from '../../site/context.ts';
import type { DeliveryProps } from './delivery.tsx';
import type { ShownRound } from './read-round.ts';

interface DeliveryFactsProps extends DeliveryProps {
  /** The chain of the giveaway, whose addresses the explorer of blocks knows. */
  readonly chainId: number | null;
}

/** The tokens, recipients and transactions of a round's deliveries. */
export function DeliveryFacts({ chainId, round, places }: DeliveryFactsProps) {
  const { t, format } = useSite();
  const onChain = ({ proofChainId }: ShownDelivery, explored: Explored) =>
    chainId !== null && proofChainId === chainId ? explored : undefined;
  const prizes =
    places.length === 0
      ? [{ name: t.draw.delivery, delivery: round.delivery }]
      : places.map(({ place, delivery }) => ({
          name: `${t.draw.delivery}: ${t.draw.place(format.number(place + 1))}`,
          delivery,
        }));
  return prizes.map(
    ({ name, delivery }) =>
      delivery !== null && (
        <section className="stack" key={name}>
          <h3>{name}</h3>
          <dl className="pairs">
            <dt>{t.draw.asset}</dt>
            <dd>
              <CopiedHash explored={onChain(delivery, 'address')}>{delivery.assetContract}</CopiedHash>
            </dd>
            <dt>{t.draw.recipient}</dt>
            <dd>
              <CopiedHash explored={onChain(delivery, 'address')}>{delivery.recipient}</CopiedHash>
            </dd>
            <dt>{t.draw.proof}</dt>
            <dd>
              <CopiedHash explored={onChain(delivery, 'tx')}>{delivery.proofTxHash}</CopiedHash>
              {delivery.proofChainId !== null && <> {t.draw.proofChain(String(delivery.proofChainId))}</>}
            </dd>
            {delivery.amount !== null && (
              <Moved delivery={delivery} explored={onChain(delivery, 'address')} />
            )}
          </dl>
        </section>
      ),
  );
}

type ShownDelivery = NonNullable<ShownRound['delivery']>;

interface MovedProps {
  readonly delivery: ShownDelivery;
  readonly explored: Explored | undefined;
}

/** What a verified delivery moved, when, and who sent it. */
function Moved({
  delivery: { amount, tokenId, transferredFrom, sender, byProvider, transferredAt },
  explored,
}: MovedProps) {
  const { t } = useSite();
  const { moved, movedAmount, movedToken, movedTokens, movedFrom, movedBy, movedAt } = t.draw;
  const what =
    tokenId === null
      ? movedAmount(amount ?? '')
      : amount === '1'
        ? movedToken(tokenId)
        : movedTokens(amount ?? '', tokenId);
  return (
    <>
      <dt>{moved}</dt>
      <dd>{what}</dd>
      <dt>{movedFrom}</dt>
      <dd>
        <CopiedHash explored={explored}>{transferredFrom ?? '–'}</CopiedHash> (
        {byProvider === true ? t.draw.byWalletOfProvider : t.draw.byOtherWallet})
      </dd>
      {sender !== transferredFrom && (
        <>
          <dt>{movedBy}</dt>
          <dd>
            <CopiedHash explored={explored}>{sender ?? '–'}</CopiedHash>
          </dd>
        </>
      )}
      {transferredAt !== null && (
        <>
          <dt>{movedAt}</dt>
          <dd>
            <Time at={transferredAt} />
          </dd>
        </>
      )}
    </>
  );
}
