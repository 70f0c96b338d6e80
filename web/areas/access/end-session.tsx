import type { ReactNode } from 'react';
import {
  EndOtherSessions,
  EndSession,
  Me,
  OwnSessions,
  type OwnSessionsQuery,
} from '../../documents/generated.ts';
import { Time } from '../../parts/time.tsx';
import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import { Form } from '../../parts/forms/form.tsx';
import { ErrorSummary } from '../../parts/forms/errors.tsx';
import { useSite } from '../../site/context.ts';
import {
  formStatus,
  QueryFailed,
  NOT_FOUND,
  type Page,
  type PageResponse,
  type Visit,
} from '../../site/page.ts';
import { areaView, withSession } from './area.tsx';
import { keepFromOther } from './kept-form.tsx';
import { ClientName } from './sessions.tsx';

/** A session is looked up page by page, from the newest on. */
const PAGE = 100;
const MOST_PAGES = 20;

/** Ends one session of the account. */
export const endSessionPage: Page = {
  path: '/access/sessions/:id/end',
  access: 'session',
  get: (visit) => confirmOne(visit, []),
  async post(visit) {
    const kept = keepFromOther(visit);
    if (kept !== undefined) return kept;
    const { data, errors } = await visit.tryQuery(EndSession, { id: visit.parts['id'] ?? '' });
    // A second click finds the session ended.
    const isEnded = data !== undefined || errors.some(({ code }) => code === 'NOT_FOUND');
    if (!isEnded) return confirmOne(visit, errors);
    return { kind: 'redirect', to: visit.site.link('/access/sessions', { done: 'ended' }) };
  },
};

/** Ends all sessions of the account except the one of the browser. */
export const endOthersPage: Page = {
  path: '/access/sessions/end-others',
  access: 'session',
  get: (visit) => confirmOthers(visit, []),
  async post(visit) {
    const kept = keepFromOther(visit);
    if (kept !== undefined) return kept;
    const { data, errors } = await visit.tryQuery(EndOtherSessions, {});
    if (data === undefined) return confirmOthers(visit, errors);
    return { kind: 'redirect', to: visit.site.link('/access/sessions', { done: 'others' }) };
  },
};

function confirmOne(visit: Visit, errors: readonly PageQueryError[]): Promise<PageResponse> {
  const { t } = visit.site;
  return withSession(
    visit,
    findSession(visit, visit.parts['id'] ?? ''),
    ({ viewer }) => {
      const session = viewer?.sessions.nodes[0];
      if (viewer === null || session === undefined) return NOT_FOUND;
      const { email } = viewer;
      return confirmation(
        { email, errors, button: t.access.endSession, texts: t.access.confirm.endSession },
        [
          <p key="session">
            <ClientName session={session} /> · <bdi>{session.network}</bdi> · <Time at={session.createdAt} />
          </p>,
        ],
      );
    },
    fail,
  );
}

interface SessionsResult {
  readonly data: OwnSessionsQuery | undefined;
  readonly errors: readonly PageQueryError[];
}

/** The account with this session alone, or with none. */
async function findSession({ tryQuery }: Visit, sessionId: string): Promise<SessionsResult> {
  let after: string | null = null;
  for (let page = 1; ; page += 1) {
    const result: SessionsResult = await tryQuery(OwnSessions, { first: PAGE, after });
    const { viewer } = result.data ?? {};
    if (!viewer) return result;
    const { nodes, pageInfo } = viewer.sessions;
    const found = nodes.filter(({ id }) => id === sessionId);
    if (found.length > 0 || !pageInfo.hasNextPage || page === MOST_PAGES)
      return { data: { viewer: { ...viewer, sessions: { nodes: found, pageInfo } } }, errors: [] };
    after = pageInfo.endCursor;
  }
}

function confirmOthers(visit: Visit, errors: readonly PageQueryError[]): Promise<PageResponse> {
  const { t } = visit.site;
  return withSession(
    visit,
    visit.tryQuery(Me, {}),
    ({ viewer }) =>
      viewer === null
        ? NOT_FOUND
        : confirmation(
            {
              email: viewer.email,
              errors,
              button: t.access.endOthers,
              texts: t.access.confirm.endOthers,
            },
            [],
          ),
    fail,
  );
}

function fail(errors: readonly PageQueryError[]): never {
  throw new QueryFailed({ errors });
}

interface Question {
  readonly email: string;
  readonly errors: readonly PageQueryError[];
  readonly button: string;
  readonly texts: { readonly title: string; readonly what: string };
}

function confirmation(
  { email, errors, button, texts }: Question,
  details: readonly ReactNode[],
): PageResponse {
  return areaView({
    title: texts.title,
    email,
    status: formStatus(errors),
    body: (
      <Confirmation button={button} texts={texts} errors={errors}>
        {details}
      </Confirmation>
    ),
  });
}

interface ConfirmationProps extends Pick<Question, 'button' | 'texts' | 'errors'> {
  readonly children: ReactNode;
}

function Confirmation({ button, texts, errors, children }: ConfirmationProps) {
  const { t, link } = useSite();
  return (
    <section className="narrow stack">
      <h1>{texts.title}</h1>
      {children}
      <p className="note is-urgent">{texts.what}</p>
      <ErrorSummary errors={errors} fields={[]} />
      <Form className="row">
        <button className="button is-danger">{button}</button>
        <a className="button is-quiet" href={link('/access/sessions')}>
          {t.access.cancel}
        </a>
      </Form>
    </section>
  );
}
