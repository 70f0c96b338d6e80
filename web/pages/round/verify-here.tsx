import { TEST_CHAIN } from '../../parts/chain-facts.tsx';
import { useSite } from '../../site/context.ts';
import type { DrawProps } from './read-round.ts';

/** The form that verifies the draw in the browser. */
export function VerifyHere({ giveaway, round, proof }: DrawProps) {
  const { t, publicUrl } = useSite();
  const { chainId, hub, hubBlock, key, createdBlock } = giveaway;
  const { winner } = round;
  const isTest = chainId === TEST_CHAIN;
  // Below the origin of the page: the reader may know the service by another name than PUBLIC_URL.
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  return (
    <section className="panel" aria-labelledby="verify">
      <h2 id="verify">{t.draw.verify}</h2>
      <p>{isTest ? t.draw.verifyHintOwn : t.draw.verifyHint}</p>
      {isTest && <p className="note is-urgent">{t.draw.step.ownBeacon}</p>}
      {winner !== null && winner.numberOnChain !== winner.passportId && (
        <p>{t.draw.verifyNumber(String(winner.passportId), String(winner.numberOnChain))}</p>
      )}
      <draw-check
        chain={String(chainId ?? '')}
        hub={hub ?? ''}
        giveaway={key}
        round={String(round.index)}
        from-block={String(createdBlock)}
        hub-block={String(hubBlock ?? 0)}
        drawn-block={String(proof.blockNumber)}
        proof={`${base}/giveaways/${giveaway.id}/rounds/${round.index}/proof.json`}
        node={isTest ? `${base}/chain/rpc` : undefined}
        beacon={isTest ? `${base}/beacon` : undefined}
        // drand has nothing to do with a test chain.
        texts={JSON.stringify(isTest ? { ...t.check, beacon: t.check.ownBeacon } : t.check)}
      >
        <p className="note">
          {t.draw.verifyNoScript} <a href="#command">{t.draw.command}</a>
        </p>
      </draw-check>
      <p className="quiet">
        <a href="#supplied">{t.draw.supplied.title}</a>
      </p>
    </section>
  );
}
