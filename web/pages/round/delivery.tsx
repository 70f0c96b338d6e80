import { Time } from '../../parts/time.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import type { ShownPlace, ShownRound } from './read-round.ts';

const NOTES = {
  VERIFIED: 'note',
  MISMATCH: 'note is-bad',
  PENDING: 'note is-quiet',
  UNVERIFIABLE: 'note is-quiet',
} as const;

export interface DeliveryProps {
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
          {place.title !== null && (
            <p>
              <UserText>{place.title}</UserText>
            </p>
          )}
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
          <p>
            {t.draw.delivered} <Time at={delivery.deliveredAt} />
          </p>
        </>
      )}
    </>
  );
}
