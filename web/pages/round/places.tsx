import { useSite } from '../../site/context.ts';
import type { ShownGiveaway, ShownPlace, ShownRound } from './read-round.ts';

interface PlacesProps {
  readonly giveaway: ShownGiveaway;
  readonly round: ShownRound;
  readonly places: readonly ShownPlace[];
}

/** The winners of a round by their places, then the alternates, and what the other places wait for. */
export function PlacesOf({ giveaway, round, places }: PlacesProps) {
  const { t } = useSite();
  const alternates = places.filter(({ isAlternate }) => isAlternate);
  return (
    <section className="panel winner" aria-labelledby="winner">
      <h2 id="winner">{t.draw.winners}</h2>
      <OpenPlaces giveaway={giveaway} round={round} places={places} />
      <PlaceList places={places.filter(({ isAlternate }) => !isAlternate)} />
      {alternates.length > 0 && (
        <>
          <h3>{t.draw.alternates}</h3>
          <p className="quiet">{t.draw.alternatesHint}</p>
          <PlaceList places={alternates} />
        </>
      )}
      {round.drawProof === null && <p className="quiet">{t.draw.declared}</p>}
    </section>
  );
}

function OpenPlaces({ giveaway: { winners, alternates }, round, places }: PlacesProps) {
  const { t, format } = useSite();
  if (places.length >= winners + alternates) return null;
  const [decided, all] = [format.number(places.length), format.number(winners + alternates)];
  if (round.isDrawing) return <p className="note is-quiet">{t.draw.drawing(decided, all)}</p>;
  const reason = round.drawProof === null ? t.draw.toDeclare(decided, all) : t.draw.fewPassports;
  return <p className="quiet">{reason}</p>;
}

function PlaceList({ places }: Pick<PlacesProps, 'places'>) {
  const { t, link, format } = useSite();
  return (
    <ul className="rows">
      {places.map(({ place, winner, draw, delivery }) => (
        <li key={place}>
          <div>
            <strong>{t.draw.place(format.number(place + 1))}</strong>{' '}
            <a href={link(`/passports/${winner.passportId}`)}>
              {t.giveaways.passport(String(winner.passportId))}
            </a>
            <p className="quiet">
              <code>{winner.wallet}</code>
            </p>
            {draw !== null && (
              <p className="quiet">
                {t.draw.ticketOf(format.number(draw.ticket), format.number(draw.total))}
              </p>
            )}
          </div>
          {delivery !== null && (
            <span className="state is-delivered">{t.giveaways.roundStates.DELIVERED}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
