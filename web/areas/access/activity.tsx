import { OwnAuditLog, type OwnAuditLogQuery, type OwnEntryFragment } from '../../documents/generated.ts';
import { Pager } from '../../parts/pager.tsx';
import { Time } from '../../parts/time.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { useSite, type SiteContext } from '../../site/context.ts';
import { QueryFailed, NOT_FOUND, type Page } from '../../site/page.ts';
import { valueOf } from '../../site/query.ts';
import { areaView, withSession } from './area.tsx';
import { DataTable } from '../../parts/data-table.tsx';

const SIZE = 20;
const DETAIL_CHARACTERS = 200;

/** What the account did, and what was done to its keys, listings and memberships. */
export const activityPage: Page = {
  path: '/access/activity',
  access: 'session',
  parameters: ['after', 'before'],
  get(visit) {
    const { site, parameters, tryQuery } = visit;
    const [after, before] = [valueOf(parameters, 'after'), valueOf(parameters, 'before')];
    const page = before === undefined ? { first: SIZE, after } : { last: SIZE, before };
    return withSession(
      visit,
      tryQuery(OwnAuditLog, page),
      ({ viewer }) =>
        viewer === null
          ? NOT_FOUND
          : areaView({
              title: site.t.access.tabs.activity,
              email: viewer.email,
              body: <ActivityView viewer={viewer} isInside={(after ?? before) !== undefined} />,
            }),
      (errors) => {
        throw new QueryFailed({ errors });
      },
    );
  },
};

interface ActivityViewProps {
  readonly viewer: NonNullable<OwnAuditLogQuery['viewer']>;
  readonly isInside: boolean;
}

function ActivityView({ viewer: { id, auditLog: log }, isInside }: ActivityViewProps) {
  const { t } = useSite();
  return (
    <section className="stack">
      <h1>{t.access.tabs.activity}</h1>
      <p>{t.access.activityWhat}</p>
      <DataTable
        label={t.access.tabs.activity}
        heads={[t.access.time, t.access.action, t.access.by, t.access.subject, t.access.details]}
      >
        {log.nodes.map((entry) => (
          <EntryRow key={entry.id} entry={entry} own={`account:${id}`} />
        ))}
      </DataTable>
      <Pager path="/access/activity" pageInfo={log.pageInfo} isInside={isInside} />
    </section>
  );
}

function EntryRow({ entry, own }: { readonly entry: OwnEntryFragment; readonly own: string }) {
  const { t } = useSite();
  const { at, actor, action, subject, facts } = entry;
  const known: Readonly<Record<string, string>> = t.access.auditActions;
  return (
    <tr>
      <td data-label={t.access.time}>
        <Time at={at} />
      </td>
      <th scope="row" className="long-value">
        {Object.hasOwn(known, action) ? known[action] : action}
      </th>
      <td data-label={t.access.by}>{actor === own ? t.access.byYou : byWhom(t.access, actor)}</td>
      <td className="long-value" data-label={t.access.subject}>
        <UserText limit={DETAIL_CHARACTERS}>{subject}</UserText>
      </td>
      <td className="long-value" data-label={t.access.details}>
        <UserText limit={DETAIL_CHARACTERS}>{toDetails(facts)}</UserText>
      </td>
    </tr>
  );
}

function byWhom(texts: SiteContext['t']['access'], actor: string): string {
  if (actor === 'service') return texts.byService;
  if (actor.startsWith('key:')) return texts.byKey;
  return actor.startsWith('account:') ? texts.byMember : texts.byOperator;
}

/** The facts as the API names them. The account is the reader's own. */
function toDetails(facts: object): string {
  return Object.entries(facts)
    .filter(([name]) => name !== 'account')
    .map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
    .join('; ');
}
