import { Time } from '../../parts/time.tsx';
import { useSite } from '../../site/context.ts';
import type { ShownRound } from './read-round.ts';

const NOTES = {
  VERIFIED: 'note',
  MISMATCH: 'note is-bad',
  PENDING: 'note is-quiet',
  UNVERIFIABLE: 'note is-quiet',
} as const;

/** The receipt and the delivery of a round's prize, with the result of its check. */
export function Delivery({ round: { receipt, delivery } }: { readonly round: ShownRound }) {
  const { t } = useSite();
  return (
    <section className="stack" aria-labelledby="delivery">
      <h2 id="delivery">{t.draw.delivery}</h2>
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
          <p className={NOTES[delivery.verification]}>{t.draw.verdicts[delivery.verification]}</p>
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
          </dl>
        </>
      )}
    </section>
  );
}
