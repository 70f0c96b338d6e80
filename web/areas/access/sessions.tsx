import { OwnSessions, type OwnSessionFragment, type OwnSessionsQuery } from '../../documents/generated.ts';
import { Pager } from '../../parts/pager.tsx';
import { Time } from '../../parts/time.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import { QueryFailed, NOT_FOUND, type Page } from '../../site/page.ts';
import { valueOf } from '../../site/query.ts';
import { areaView, withSession } from './area.tsx';
import { DataTable } from '../../parts/data-table.tsx';

const SIZE = 20;

/** The live sessions of the account. */
export const sessionsPage: Page = {
  path: '/access/sessions',
  access: 'session',
  parameters: ['after', 'before', 'done'],
  get(visit) {
    const { site, parameters, tryQuery } = visit;
    const [after, before] = [valueOf(parameters, 'after'), valueOf(parameters, 'before')];
    const page = before === undefined ? { first: SIZE, after } : { last: SIZE, before };
    return withSession(
      visit,
      tryQuery(OwnSessions, page),
      ({ viewer }) =>
        viewer === null
          ? NOT_FOUND
          : areaView({
              title: site.t.access.tabs.sessions,
              email: viewer.email,
              body: (
                <SessionsView
                  sessions={viewer.sessions}
                  done={valueOf(parameters, 'done')}
                  isInside={(after ?? before) !== undefined}
                />
              ),
            }),
      (errors) => {
        throw new QueryFailed({ errors });
      },
    );
  },
};

interface SessionsViewProps {
  readonly sessions: NonNullable<OwnSessionsQuery['viewer']>['sessions'];
  readonly done: string | undefined;
  readonly isInside: boolean;
}

function SessionsView({ sessions, done, isInside }: SessionsViewProps) {
  const { t, link } = useSite();
  const said =
    done === 'ended' ? t.access.sessionEnded : done === 'others' ? t.access.othersEnded : undefined;
  const hasOthers = isInside || sessions.nodes.length > 1;
  return (
    <section className="stack">
      <div className="row">
        <h1>{t.access.tabs.sessions}</h1>
        {hasOthers && (
          <a className="button is-quiet" href={link('/access/sessions/end-others')}>
            {t.access.endOthers}
          </a>
        )}
      </div>
      <p>{t.access.sessionsWhat}</p>
      {said !== undefined && (
        <p className="note" role="status">
          {said}
        </p>
      )}
      <DataTable
        kind="has-actions"
        label={t.access.tabs.sessions}
        heads={[t.access.client, t.access.network, t.access.signedInAt, t.access.lastSeen, t.access.actions]}
      >
        {sessions.nodes.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </DataTable>
      <Pager path="/access/sessions" pageInfo={sessions.pageInfo} isInside={isInside} />
    </section>
  );
}

function SessionRow({ session }: { readonly session: OwnSessionFragment }) {
  const { t, link } = useSite();
  const { id, createdAt, lastSeenAt, network, current } = session;
  return (
    <tr>
      <th scope="row">
        <ClientName session={session} />
      </th>
      <td data-label={t.access.network}>{network === null ? t.access.unknown : <bdi>{network}</bdi>}</td>
      <td data-label={t.access.signedInAt}>
        <Time at={createdAt} />
      </td>
      <td data-label={t.access.lastSeen}>
        <Time at={lastSeenAt} />
      </td>
      <td>
        {current ? (
          t.access.thisSession
        ) : (
          <a href={link(`/access/sessions/${id}/end`)}>{t.access.endSession}</a>
        )}
      </td>
    </tr>
  );
}

/** The program that signed in, by its own account. */
export function ClientName({ session }: { readonly session: Pick<OwnSessionFragment, 'client'> }) {
  const { t } = useSite();
  const { client } = session;
  return client === null ? <>{t.access.unknown}</> : <UserText>{client}</UserText>;
}
