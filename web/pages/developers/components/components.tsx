import { useSite } from '../../../site/context.ts';
import type { Page } from '../../../site/page.ts';
import { Cards, Charts, Filters, Tables } from './collections.tsx';
import { Controls, FormFields, Marks, Messages } from './controls.tsx';
import { COMPONENT_TEXTS, useTexts } from './texts.ts';

const PARTS = [
  ['controls', <Controls />],
  ['forms', <FormFields />],
  ['messages', <Messages />],
  ['marks', <Marks />],
  ['filters', <Filters />],
  ['cards', <Cards />],
  ['tables', <Tables />],
  ['charts', <Charts />],
] as const;

/** The components of the site in their states, for those who change them. Only a server for development has this page. */
export const componentsPage: Page = {
  path: '/developers/components',
  get: ({ site }) => ({
    kind: 'view',
    title: COMPONENT_TEXTS[site.language].title,
    isListed: false,
    islands: ['copy-button', 'end-zone'],
    body: <ComponentsView />,
  }),
};

function ComponentsView() {
  const { t, link } = useSite();
  const texts = useTexts();
  return (
    <div className="developers area">
      <header className="page-head">
        <p className="eyebrow">
          <a href={link('/developers')}>{t.developers.title}</a>
        </p>
        <h1>{texts.title}</h1>
        <p className="lead">{texts.lead}</p>
      </header>
      {PARTS.map(([name, content]) => (
        <section key={name} className="stack" aria-labelledby={name}>
          <h2 id={name}>{texts[name]}</h2>
          {content}
        </section>
      ))}
    </div>
  );
}
