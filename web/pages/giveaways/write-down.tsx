import type { GiveawayQuery } from '../../documents/generated.ts';
import { QrCode } from '../../parts/qr-code.tsx';
import { useSite } from '../../site/context.ts';

type Named = Pick<
  NonNullable<GiveawayQuery['giveaway']>,
  'id' | 'chainId' | 'hub' | 'determinationType' | 'startTime'
>;

/** What a reader writes down before the start of a drawn giveaway, so that no later one can take its place. */
export function WriteDown({ giveaway }: { readonly giveaway: Named }) {
  const { t, format, publicUrl } = useSite();
  const { id, chainId, hub, determinationType, startTime } = giveaway;
  if (determinationType !== 'ON_CHAIN_RANDOM' || chainId === null || hub === null) return null;
  // The contract as CAIP-10 writes accounts of a chain.
  const contract = `eip155:${chainId}:${hub.toLowerCase()}`;
  const link = `${publicUrl}/giveaways/${id}#${contract}`;
  const { title, why, line, linkLabel, code, copy, copied } = t.giveaways.writeDown;
  return (
    <section className="stack" aria-labelledby="write-down">
      <h2 id="write-down">{title}</h2>
      <p>{why(format.time(startTime))}</p>
      <dl className="pairs">
        <dt>{line}</dt>
        <dd>
          <code id="noted-line">{`${contract} ${id}`}</code>{' '}
          <copy-button for="noted-line" label={copy} done={copied} />
        </dd>
        <dt>{linkLabel}</dt>
        <dd>
          <a id="noted-link" href={link}>
            {link}
          </a>
        </dd>
      </dl>
      <QrCode text={link} label={code} />
    </section>
  );
}
