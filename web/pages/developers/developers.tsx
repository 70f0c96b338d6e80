import type { ReactNode } from 'react';
import { useSite } from '../../site/context.ts';
import type { Page } from '../../site/page.ts';
import { CommandBlock } from './command-block.tsx';
import { frontEndCommands, providerCommands, publisherCommands, type Command } from './commands.ts';

/** The first five minutes of a publisher, a provider and a front end. */
export const developersPage: Page = {
  path: '/developers',
  get: ({ site: { t } }) => ({
    kind: 'view',
    title: t.developers.title,
    description: t.developers.lead,
    islands: ['copy-button'],
    body: <DevelopersView />,
  }),
};

function DevelopersView() {
  const { t, publicUrl } = useSite();
  const texts = t.developers;
  return (
    <div className="developers">
      <header className="page-head">
        <h1>{texts.title}</h1>
        <p className="lead">{texts.lead}</p>
        <p>
          {texts.baseUrl} <code>{publicUrl}</code>
        </p>
      </header>
      <References />
      <Publisher />
      <Provider />
      <FrontEnd />
    </div>
  );
}

function References() {
  const { t, link } = useSite();
  const { references } = t.developers;
  const links = [
    ['/developers/rest', references.rest],
    ['/developers/rest#webhooks', references.webhooks],
    ['/developers/errors', references.errors],
    ['/graphql', references.explorer],
    ['/schema.graphql', references.schema],
    ['/docs', references.tryRest],
    ['/openapi.json', references.openApi],
    ['/developers/status', references.status],
  ] as const;
  return (
    <nav aria-labelledby="references">
      <h2 id="references">{references.title}</h2>
      <ul className="references">
        {links.map(([to, { name, what }]) => (
          <li key={to} className="card">
            <a href={linkWithAnchor(link, to)}>{name}</a> <span className="quiet">{what}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The anchor comes after the parameters of an address. */
function linkWithAnchor(link: (path: string) => string, to: string): string {
  const [path = '', anchor] = to.split('#');
  return anchor === undefined ? link(path) : `${link(path)}#${anchor}`;
}

function Publisher() {
  const { t, link, publicUrl } = useSite();
  const { publisher } = t.developers;
  const { key, publish, read, withdraw } = publisherCommands(publicUrl);
  return (
    <Audience id="publisher" texts={publisher}>
      <Step text={publisher.key} command={key}>
        <a href={link('/access/keys/new')}>{publisher.createKey}</a>
      </Step>
      <Step text={publisher.publish} command={publish} />
      <Step text={publisher.read} command={read} />
      <Step text={publisher.withdraw} command={withdraw} />
    </Audience>
  );
}

function Provider() {
  const { t, link, publicUrl } = useSite();
  const { provider } = t.developers;
  const { key, create, provision, draw, result } = providerCommands(publicUrl);
  return (
    <Audience id="provider" texts={provider}>
      <Step text={provider.key} command={key}>
        <a href={link('/access/keys/new')}>{provider.createKey}</a>
      </Step>
      <Step text={provider.create} command={create} />
      <Step text={provider.provision} command={provision} />
      <Step text={provider.draw} command={draw} />
      <Step text={provider.result} command={result}>
        <a href={link('/giveaways')}>{provider.pages}</a>
      </Step>
    </Audience>
  );
}

function FrontEnd() {
  const { t, publicUrl } = useSite();
  const { frontEnd } = t.developers;
  const { query, script, feed, schema } = frontEndCommands(publicUrl);
  return (
    <Audience id="front-end" texts={frontEnd}>
      <Step text={frontEnd.query} command={query} />
      <Step text={frontEnd.script} command={script} />
      <Step text={frontEnd.feed} command={feed} />
      <Step text={frontEnd.schema} command={schema} />
      <Step text={frontEnd.live}>
        <code>{`${publicUrl.replace(/^http/, 'ws')}/graphql`}</code>
      </Step>
    </Audience>
  );
}

interface AudienceProps {
  readonly id: string;
  readonly texts: { readonly title: string; readonly what: string };
  readonly children: ReactNode;
}

function Audience({ id, texts, children }: AudienceProps) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{texts.title}</h2>
      <p className="prose">{texts.what}</p>
      <ol className="steps">{children}</ol>
    </section>
  );
}

interface StepProps {
  readonly text: string;
  readonly command?: Command;
  readonly children?: ReactNode;
}

function Step({ text, command, children }: StepProps) {
  return (
    <li>
      <p>
        {text} {children}
      </p>
      {command && <CommandBlock command={command} />}
    </li>
  );
}
