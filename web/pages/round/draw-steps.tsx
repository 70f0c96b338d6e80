import { TEST_CHAIN } from '../../parts/chain-facts.tsx';
import { CopiedHash } from '../../parts/hash.tsx';
import { seedOfProof } from '../../parts/draws/recomputed-draw.ts';
import { Time } from '../../parts/time.tsx';
import { useSite } from '../../site/context.ts';
import { inTime } from '../giveaways/rules.tsx';
import type { DrawProps, ShownPlace } from './read-round.ts';

/** The path of drand's relays to quicknet, by the hash of its chain. */
const QUICKNET_RELAY =
  'https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';

/** The draw step by step: each number, what it follows from, and where it comes from. */
export function DrawSteps({
  giveaway,
  round,
  proof,
  places,
}: DrawProps & { readonly places: readonly ShownPlace[] }) {
  const { t, format, link } = useSite();
  const { step } = t.draw;
  const isTest = giveaway.chainId === TEST_CHAIN;
  const total = `${format.number(proof.total)} ${format.plural(proof.total, t.giveaways.entries)}`;
  const margin = inTime(giveaway.beaconMargin ?? 0, { t, format });
  const seed = seedOfProof({ giveaway, round, proof });
  return (
    <section className="stack" aria-labelledby="steps">
      <h3 id="steps">{t.draw.steps}</h3>
      <p className="quiet">{t.draw.stepsHint}</p>
      <ol className="draw-steps">
        <li>
          <h4>{step.entries}</h4>
          <p>{step.entriesText(total)}</p>
          <p className="quiet">{step.entriesSource}</p>
        </li>
        {round.closesAt !== null && (
          <li>
            <h4>{step.close}</h4>
            <p>
              {step.closeText(format.time(round.closesAt), margin)}{' '}
              <Time
                at={new Date(Date.parse(round.closesAt) + (giveaway.beaconMargin ?? 0) * 1_000).toISOString()}
              />
              .
            </p>
            <p className="quiet">{step.closeSource}</p>
          </li>
        )}
        <li>
          <h4>{step.beacon}</h4>
          <Value name={step.beaconRound} value={String(proof.beaconRound)} />
          <CopiedHash>{proof.signature}</CopiedHash>
          {isTest ? (
            <p className="quiet">
              {step.ownBeaconSource}{' '}
              <a href={link(`/beacon/public/${proof.beaconRound}`)}>{step.ownBeaconLink}</a>
            </p>
          ) : (
            <p className="quiet">
              {step.beaconSource}{' '}
              <a href={`${QUICKNET_RELAY}/public/${proof.beaconRound}`} rel="noopener noreferrer">
                {step.beaconLink}
              </a>
            </p>
          )}
        </li>
        <li>
          <h4>{step.randomness}</h4>
          <p>{step.randomnessText}</p>
          <CopiedHash>{proof.randomness}</CopiedHash>
        </li>
        <li>
          <h4>{step.seed}</h4>
          <p>{step.seedText}</p>
          {seed !== undefined && <CopiedHash>{seed}</CopiedHash>}
        </li>
        <li>
          <h4>{step.ticket}</h4>
          <p>{step.ticketText(format.number(proof.total))}</p>
          <Value value={String(proof.ticket)} />
        </li>
        {round.winner !== null && (
          <li>
            <h4>{step.winner}</h4>
            <p>
              <strong>{step.winnerText(String(round.winner.passportId))}</strong>
            </p>
            <p className="quiet">
              {step.winnerSource} {t.giveaways.transaction}
            </p>
            <CopiedHash explored="tx">{proof.transactionHash}</CopiedHash>
          </li>
        )}
        {places.length > 1 && (
          <li>
            <h4>{step.places}</h4>
            <p>{step.placesText}</p>
            {places.slice(1).map(({ place, draw, winner }) => (
              <Value
                key={place}
                name={`${t.draw.place(format.number(place + 1))}: ${t.giveaways.passport(String(winner.passportId))}`}
                value={draw === null ? '' : `${draw.ticket} / ${draw.total}`}
              />
            ))}
            <p className="quiet">{step.placesSource}</p>
          </li>
        )}
      </ol>
    </section>
  );
}

function Value({ name, value }: { readonly name?: string; readonly value: string }) {
  return (
    <p className="draw-value">
      {name !== undefined && <span>{name} </span>}
      <code>{value}</code>
    </p>
  );
}
