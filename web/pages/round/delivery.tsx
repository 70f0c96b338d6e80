import { Time } from '../../parts/time.tsx';
import { useSite } from '../../site/context.ts';
import type { ShownRound } from './read-round.ts';

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
    </section>
  );
}
