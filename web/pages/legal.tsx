import { useSite } from '../site/context.ts';
import type { LegalText } from '../site/legal.ts';
import { NOT_FOUND, type Page } from '../site/page.ts';

/** A legal text of the operator, such as the imprint. */
export const legalPage: Page = {
  path: '/legal/:name',
  get({ site, parts }) {
    const text = site.legal.find(({ name }) => name === parts['name']);
    if (text === undefined) return NOT_FOUND;
    return { kind: 'view', title: site.t.shell.legal[text.name], body: <LegalView text={text} /> };
  },
};

function LegalView({ text: { name, language, title, body } }: { readonly text: LegalText }) {
  const { t, language: ofPage } = useSite();
  return (
    <article className="legal" lang={language}>
      {title === undefined ? <h1 lang={ofPage}>{t.shell.legal[name]}</h1> : <h1>{title}</h1>}
      <div className="legal-text" dangerouslySetInnerHTML={body} />
    </article>
  );
}
