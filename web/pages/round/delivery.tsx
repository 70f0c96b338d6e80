import { Time } from '../../parts/time.tsx';
import { useSite } from '../../site/context.ts';
import type { ShownPlace, ShownRound } from './read-round.ts';

const NOTES = {
  VERIFIED: 'note',
  MISMATCH: 'note is-bad',
  PENDING: 'note is-quiet',
  UNVERIFIABLE: 'note is-quiet',
} as const;

type ShownDelivery = NonNullable<ShownRound['delivery']>;

/** What a verified delivery moved, when, and who sent it. */
function Moved({
  delivery: { amount, tokenId, transferredFrom, sender, byProvider, transferredAt },
}: {
  readonly delivery: ShownDelivery;
}) {
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
        <code>{transferredFrom}</code> (
        {byProvider === true ? t.draw.byWalletOfProvider : t.draw.byOtherWallet})
      </dd>
      {sender !== transferredFrom && (
        <>
          <dt>{movedBy}</dt>
          <dd>
            <code>{sender}</code>
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

interface DeliveryProps {
  readonly round: ShownRound;
  /** All places, when there are several. */
  readonly places: readonly ShownPlace[];
}

/** The receipts and the deliveries of a round's prizes. */
export function Delivery({ round, places }: DeliveryProps) {
  const { t, format } = useSite();
  return (
    <section className="stack" aria-labelledby="delivery">
      <h2 id="delivery">{places.length === 0 ? t.draw.delivery : t.draw.prizes}</h2>
      {places.length === 0 && <Prize prize={round} />}
      {places.map((place) => (
        <section className="stack" key={place.place} aria-labelledby={`prize-${place.place}`}>
          <h3 id={`prize-${place.place}`}>
            {t.draw.place(format.number(place.place + 1))}:{' '}
            {t.giveaways.passport(String(place.winner.passportId))}
          </h3>
          <Prize prize={place} />
        </section>
      ))}
    </section>
  );
}

/** The receipt and the delivery of a prize, with the result of its check. */
function Prize({
  prize: { receipt, delivery },
}: {
  readonly prize: Pick<ShownRound, 'receipt' | 'delivery'>;
}) {
  const { t } = useSite();
  return (
    <>
      {receipt !== null && (
        <p>
          {t.draw.receipt} {receipt.byProvider ? t.draw.byProvider : t.draw.byWinner},{' '}
          <Time at={receipt.confirmedAt} />
        </p>
      )}
      {delivery === null ? (
        <p className="quiet">{t.draw.noDelivery}</p>
      ) : (
        <>
          <p className={NOTES[delivery.verification]}>
            {t.draw.verdicts[delivery.verification]}
            {delivery.verificationReason !== null && <> {t.draw.reasons[delivery.verificationReason]}</>}
          </p>
          <dl className="pairs">
            <dt>{t.draw.delivered}</dt>
            <dd>
              <Time at={delivery.deliveredAt} />
            </dd>
            <dt>{t.draw.asset}</dt>
            <dd>
              <code>{delivery.assetContract}</code>
            </dd>
            <dt>{t.draw.recipient}</dt>
            <dd>
              <code>{delivery.recipient}</code>
            </dd>
            <dt>{t.draw.proof}</dt>
            <dd>
              <code>{delivery.proofTxHash}</code>
              {delivery.proofChainId !== null && <> {t.draw.proofChain(String(delivery.proofChainId))}</>}
            </dd>
            {delivery.amount !== null && <Moved delivery={delivery} />}
          </dl>
        </>
      )}
    </>
  );
}
