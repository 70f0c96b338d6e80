import type { EndingSoonQuery } from '../../documents/generated.ts';
import { Card } from '../../parts/card.tsx';
import { TEST_CHAIN } from '../../parts/chain-facts.tsx';
import { roundName } from '../../parts/draws/round-name.ts';
import { TicketStrip } from '../../parts/draws/ticket-strip.tsx';
import { titleOf } from '../../parts/giveaway-card.tsx';
import { Time } from '../../parts/time.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import type { ShownDraw } from './shown-draw.ts';

const TITLE_CHARACTERS = 80;

/** What stands above the list on the first page, while its reader has chosen nothing. */
export interface Front {
  readonly endingSoon: EndingSoonQuery['feed']['edges'];
  readonly draw: ShownDraw | undefined;
}

/** What ends soon, a draw with its ticket, and where each kind of reader goes on. */
export function FrontSections({ endingSoon, draw }: Front) {
  const { t } = useSite();
  return (
    <>
      {endingSoon.length > 0 && (
        <section className="front" aria-labelledby="ending-soon">
          <h2 id="ending-soon">{t.front.endingSoon}</h2>
          <div className="cards">
            {endingSoon.map(({ node }) => (
              <Card key={node.id} listing={node} />
            ))}
          </div>
        </section>
      )}
      {draw && <DrawPanel {...draw} />}
      <Ways />
    </>
  );
}

function DrawPanel({ giveaway, round, proof }: ShownDraw) {
  const site = useSite();
  const { t, link } = site;
  const to = link(`/giveaways/${giveaway.id}/rounds/${round.index}`);
  return (
    <section className="panel front" aria-labelledby="shown-draw">
      <h2 id="shown-draw">{t.front.draw}</h2>
      <p>
        <a href={to}>
          <UserText limit={TITLE_CHARACTERS}>{titleOf(giveaway)}</UserText>
        </a>
        {' · '}
        {roundName(site, giveaway, round.index)}
        {' · '}
        <Time at={proof.settledAt} />
      </p>
      <TicketStrip proof={proof} winner={round.winner?.passportId} />
      <p>
        {t.front.drawChecked} {giveaway.chainId === TEST_CHAIN && t.draw.step.ownBeacon}
      </p>
      <p>
        <a className="button is-quiet" href={to}>
          {t.front.verifyDraw}
        </a>
      </p>
    </section>
  );
}

/** One way on for a visitor, a publisher, a provider and a developer. */
function Ways() {
  const { t, link } = useSite();
  const { visitor, publisher, provider, developer } = t.front.ways;
  const developers = link('/developers');
  const ways = [
    [link('/', { order: 'ending' }), visitor],
    [`${developers}#publisher`, publisher],
    [`${developers}#provider`, provider],
    [`${developers}#front-end`, developer],
  ] as const;
  return (
    <nav className="front" aria-label={t.front.waysLabel}>
      <ul className="ways">
        {ways.map(([to, { name, what }]) => (
          <li key={to}>
            <a href={to}>{name}</a> <span className="quiet">{what}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
