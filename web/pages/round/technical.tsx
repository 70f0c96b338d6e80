import { ChainFacts } from '../../parts/chain-facts.tsx';
import { CopiedHash } from '../../parts/hash.tsx';
import { TechnicalDetails } from '../../parts/technical.tsx';
import { useSite } from '../../site/context.ts';
import { DeliveryFacts } from './delivery-facts.tsx';
import { DrawSteps } from './draw-steps.tsx';
import type { ShownGiveaway, ShownPlace, ShownRound } from './read-round.ts';
import { Supplied } from './supplied.tsx';
import { VerifyCommand } from './verify-command.tsx';

interface RoundDetailsProps {
  readonly giveaway: ShownGiveaway;
  readonly round: ShownRound;
  /** All places, when there are several. */
  readonly places: readonly ShownPlace[];
}

/** Every number and address behind a round. */
export function RoundDetails({ giveaway, round, places }: RoundDetailsProps) {
  const { drawProof: proof } = round;
  return (
    <TechnicalDetails>
      {proof !== null && <DrawSteps giveaway={giveaway} round={round} proof={proof} places={places} />}
      <Wallets round={round} places={places} />
      <DeliveryFacts chainId={giveaway.chainId} round={round} places={places} />
      {proof !== null && (
        <>
          <Supplied giveaway={giveaway} round={round} />
          <VerifyCommand giveaway={giveaway} round={round} />
        </>
      )}
      <ChainFacts giveaway={giveaway} />
    </TechnicalDetails>
  );
}

/** The wallets that held the winning passports. */
function Wallets({ round: { winner }, places }: Pick<RoundDetailsProps, 'round' | 'places'>) {
  const { t } = useSite();
  const winners = places.length > 0 ? places.map((place) => place.winner) : winner === null ? [] : [winner];
  if (winners.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="wallets">
      <h3 id="wallets">{t.draw.wallet}</h3>
      <dl className="pairs">
        {winners.map(({ passportId, wallet }) => [
          <dt key={passportId}>{t.giveaways.passport(String(passportId))}</dt>,
          <dd key={wallet}>
            <CopiedHash explored="address">{wallet}</CopiedHash>
          </dd>,
        ])}
      </dl>
    </section>
  );
}
