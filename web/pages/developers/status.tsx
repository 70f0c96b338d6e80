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

function StatusView({ status: { checkedAt, parts } }: StatusQuery) {
  const { t, link } = useSite();
  const texts = t.developers.status;
  const isWell = parts.every(({ state }) => state === 'OK' || state === 'OFF');
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
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.part}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.lag}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <PartRow key={`${part.part} ${part.number}`} part={part} />
          ))}
        </tbody>
      </table>
      <p className="quiet">
        {texts.checked} <Time at={checkedAt} />
      </p>
    </div>
  );
}

function PartRow({
  part: { part, number, state, lagSeconds, reason },
}: {
  readonly part: StatusQuery['status']['parts'][number];
}) {
  const { t, format } = useSite();
  const texts = t.developers.status;
  const { name, what } = texts.parts[part];
  return (
    <tr>
      <th scope="row">
        {number === null ? name : `${name} ${format.number(number)}`}
        <br />
        <span className="quiet">{what}</span>
      </th>
      <td>
        {texts.states[state]}
        {reason !== null && (
          <>
            <br />
            <span className="quiet">{texts.reasons[reason]}</span>
          </>
        )}
      </td>
      <td data-label={texts.lag}>{lagSeconds !== null && texts.seconds(format.number(lagSeconds))}</td>
    </tr>
  );
}
