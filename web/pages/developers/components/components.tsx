import type { ReactNode } from 'react';
import { useSite } from '../../../site/context.ts';
import type { Page } from '../../../site/page.ts';
import { Cards, Charts, Filters, Tables } from './collections.tsx';
import { Controls, FormFields, Marks, Messages } from './controls.tsx';

const PARTS: readonly (readonly [name: string, content: ReactNode])[] = [
  ['Controls', <Controls />],
  ['Forms', <FormFields />],
  ['Messages', <Messages />],
  ['Marks', <Marks />],
  ['Filters', <Filters />],
  ['Cards', <Cards />],
  ['Tables', <Tables />],
  ['Charts', <Charts />],
];

/** The components of the site in their states, for those who change them. Only a server for development has this page. */
export const componentsPage: Page = {
  path: '/developers/components',
  get: () => ({
    kind: 'view',
    title: 'Components',
    isListed: false,
    islands: ['copy-button', 'end-zone'],
    body: <ComponentsView />,
  }),
};

function ComponentsView() {
  const { t, link } = useSite();
  return (
    <div className="developers area">
      <header className="page-head">
        <p className="eyebrow">
          <a href={link('/developers')}>{t.developers.title}</a>
        </p>
        <h1>Components</h1>
        <p className="lead">The parts of the pages, each in its states, with texts of examples.</p>
      </header>
      {PARTS.map(([name, content]) => (
        <section key={name} className="stack" aria-labelledby={name.toLowerCase()}>
          <h2 id={name.toLowerCase()}>{name}</h2>
          {content}
        </section>
      ))}
    </div>
  );
}
