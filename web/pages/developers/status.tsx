import { Status, type StatusQuery } from '../../documents/generated.ts';
import { Time } from '../../parts/time.tsx';
import { useSite } from '../../site/context.ts';
import type { Page } from '../../site/page.ts';

/** Whether each part of the service works now. */
export const statusPage: Page = {
  path: '/developers/status',
  async get({ site: { t }, query: ask }) {
    const { status } = await ask(Status, {});
    return {
      kind: 'view',
      title: t.developers.status.title,
      description: t.developers.status.lead,
      isListed: false,
      body: <StatusView status={status} />,
    };
  },
};

type Part = StatusQuery['status']['parts'][number];

const isWellPart = ({ state }: Part) => state === 'OK' || state === 'OFF';

function StatusView({ status: { checkedAt, parts } }: StatusQuery) {
  const { t, link } = useSite();
  const texts = t.developers.status;
  const isWell = parts.every(isWellPart);
  return (
    <div className="developers">
      <header className="page-head">
        <p className="eyebrow">
          <a href={link('/developers')}>{t.developers.title}</a>
        </p>
        <h1>{texts.title}</h1>
        <p className={isWell ? 'note' : 'note is-urgent'}>
          <strong>{isWell ? texts.well : texts.unwell}</strong>
        </p>
      </header>
      <ul className="parts">
        {parts
          .toSorted((one, other) => Number(isWellPart(one)) - Number(isWellPart(other)))
          .map((part) => (
            <PartCard key={`${part.part} ${part.number}`} part={part} />
          ))}
      </ul>
      <p className="quiet">
        {texts.checked} <Time at={checkedAt} />
      </p>
    </div>
  );
}

function PartCard({ part: { part, number, state, lagSeconds, reason } }: { readonly part: Part }) {
  const { t, format } = useSite();
  const texts = t.developers.status;
  const { name, what } = texts.parts[part];
  return (
    <li className="part">
      <h2>{number === null ? name : `${name} ${format.number(number)}`}</h2>
      <p>
        <span className={`state is-${state.toLowerCase()}`}>{texts.states[state]}</span>
      </p>
      <p className="quiet">{what}</p>
      {reason !== null && <p>{texts.reasons[reason]}</p>}
      {lagSeconds !== null && (
        <p>
          {texts.lag}: {texts.seconds(format.number(lagSeconds))}
        </p>
      )}
    </li>
  );
}
