import { useSite } from '../../site/context.ts';
import type { Page } from '../../site/page.ts';
import { GROUPS, INTRODUCTION, type Endpoint, type ShownBody, type ShownField } from './openapi.ts';
import { DataTable } from '../../parts/data-table.tsx';

/** The REST reference: one page with an anchor for every endpoint, from the OpenAPI document. */
export const restPage: Page = {
  path: '/developers/rest',
  get: ({ site: { t } }) => ({
    kind: 'view',
    title: t.developers.rest.title,
    description: t.developers.rest.lead,
    body: <RestView />,
  }),
};

function RestView() {
  const { t, link } = useSite();
  return (
    <div className="developers">
      <header className="page-head">
        <p className="eyebrow">
          <a href={link('/developers')}>{t.developers.title}</a>
        </p>
        <h1>{t.developers.rest.title}</h1>
        <p className="lead">{t.developers.rest.lead}</p>
      </header>
      <Contents />
      <section className="stack prose" lang="en">
        {INTRODUCTION.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
      {GROUPS.map(({ name, description, endpoints }) => (
        <section key={name} className="stack" lang="en">
          <h2 id={anchorOf(name)}>{name}</h2>
          <p>{description}</p>
          {endpoints.map((endpoint) => (
            <EndpointView key={endpoint.id} endpoint={endpoint} />
          ))}
        </section>
      ))}
    </div>
  );
}

const anchorOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

function Contents() {
  const { t } = useSite();
  return (
    <nav aria-labelledby="contents">
      <h2 id="contents">{t.developers.rest.contents}</h2>
      <ul lang="en" className="contents">
        {GROUPS.map(({ name, endpoints }) => (
          <li key={name}>
            <a href={`#${anchorOf(name)}`}>{name}</a>
            <ul>
              {endpoints.map(({ id, summary, path }) => (
                <li key={id}>
                  <a href={`#${id}`}>{summary}</a> <code className="quiet">{path}</code>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function EndpointView({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useSite();
  const { id, method, path, summary, description, credentials, parameters, body, responses } = endpoint;
  const texts = t.developers.rest;
  return (
    <article className="endpoint stack" aria-labelledby={id}>
      <h3 id={id}>{summary}</h3>
      <p>
        <code className="method">{method === undefined ? path : `${method} ${path}`}</code>
      </p>
      {description !== undefined && <p className="prose">{description}</p>}
      {method !== undefined && (
        <p className="quiet">
          {texts.credentials}: {credentials.length === 0 ? texts.noCredential : credentials.join(', ')}
        </p>
      )}
      <Fields title={texts.parameters} fields={parameters} />
      {body && <BodyView title={method === undefined ? texts.message : texts.body} body={body} />}
      {method !== undefined &&
        responses.map((response) => (
          <BodyView key={response.status} title={texts.answer(response.status)} body={response} />
        ))}
      {method !== undefined && <Failures endpoint={endpoint} />}
    </article>
  );
}

interface BodyViewProps {
  readonly title: string;
  readonly body: ShownBody;
}

function BodyView({ title, body: { description, fields, example } }: BodyViewProps) {
  const { t } = useSite();
  return (
    <>
      <h4>{title}</h4>
      {description !== undefined && <p>{description}</p>}
      {fields.length > 0 && (
        <details>
          <summary>{fieldSummary(fields)}</summary>
          <Fields fields={fields} />
        </details>
      )}
      {example !== undefined && (
        <details>
          <summary>{t.developers.rest.example}</summary>
          <pre tabIndex={0}>
            <code>{example}</code>
          </pre>
        </details>
      )}
    </>
  );
}

/** The names of the outermost fields; a name can have dots. */
function fieldSummary(fields: readonly ShownField[]): string {
  return fields
    .map(({ name }) => name)
    .filter((name) => !fields.some((other) => name.startsWith(`${other.name}.`)))
    .join(', ');
}

interface FieldsProps {
  readonly title?: string;
  readonly fields: readonly ShownField[];
}

function Fields({ title, fields }: FieldsProps) {
  const { t } = useSite();
  const texts = t.developers.rest;
  if (fields.length === 0) return null;
  return (
    <>
      {title !== undefined && <h4>{title}</h4>}
      <DataTable label={title ?? fieldSummary(fields)} heads={[texts.name, texts.type, texts.what]}>
        {fields.map(({ name, type, isRequired, what }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code> {isRequired && <span className="quiet">{texts.required}</span>}
            </th>
            <td>{type}</td>
            <td>{what}</td>
          </tr>
        ))}
      </DataTable>
    </>
  );
}

function Failures({ endpoint: { failures } }: { readonly endpoint: Endpoint }) {
  const { t, link } = useSite();
  const texts = t.developers.rest;
  if (failures.length === 0) return null;
  return (
    <p className="quiet">
      {texts.failures}: {failures.join(', ')}. <a href={link('/developers/errors')}>{texts.failuresMore}</a>
    </p>
  );
}
