import { TEST_CHAIN } from '../../parts/chain-facts.tsx';
import { seedOfProof } from '../../parts/draws/recomputed-draw.ts';
import { Time } from '../../parts/time.tsx';
import { useSite } from '../../site/context.ts';
import { inTime } from '../giveaways/rules.tsx';
import type { DrawProps, ShownPlace } from './read-round.ts';
import { TicketStrip } from '../../parts/draws/ticket-strip.tsx';

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
      <h2 id="steps">{t.draw.steps}</h2>
      <p className="quiet">{t.draw.stepsHint}</p>
      <TicketStrip proof={proof} winner={round.winner?.passportId} />
      <ol className="draw-steps">
        <li>
          <h3>{step.entries}</h3>
          <p>{step.entriesText(total)}</p>
          <p className="quiet">{step.entriesSource}</p>
        </li>
        {round.closesAt !== null && (
          <li>
            <h3>{step.close}</h3>
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
          <h3>{step.beacon}</h3>
          <Value name={step.beaconRound} value={String(proof.beaconRound)} />
          <Value name={step.signature} value={proof.signature} />
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
          <h3>{step.randomness}</h3>
          <p>{step.randomnessText}</p>
          <Value value={proof.randomness} />
        </li>
        <li>
          <h3>{step.seed}</h3>
          <p>{step.seedText}</p>
          {seed !== undefined && <Value value={seed} />}
        </li>
        <li>
          <h3>{step.ticket}</h3>
          <p>{step.ticketText(format.number(proof.total))}</p>
          <Value value={String(proof.ticket)} />
        </li>
        {round.winner !== null && (
          <li>
            <h3>{step.winner}</h3>
            <p>
              <strong>{step.winnerText(String(round.winner.passportId))}</strong>
            </p>
            <p className="quiet">
              {step.winnerSource} {t.giveaways.transaction} <code>{proof.transactionHash}</code>
            </p>
          </li>
        )}
        {places.length > 1 && (
          <li>
            <h3>{step.places}</h3>
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
