import {
  OwnAuditLog,
  SubjectNames,
  type OwnAuditLogQuery,
  type OwnEntryFragment,
} from '../../documents/generated.ts';
import { Pager } from '../../parts/pager.tsx';
import { Time } from '../../parts/time.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { useSite, type SiteContext } from '../../site/context.ts';
import { QueryFailed, NOT_FOUND, type Page, type PageResponse, type Visit } from '../../site/page.ts';
import { valueOf } from '../../site/query.ts';
import { areaView, withSession } from './area.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { TableFoot } from '../../parts/tables/filter-bar.tsx';

const SIZE = 20;
const DETAIL_CHARACTERS = 200;

/** What the account did, and what was done to its keys, listings and memberships. */
export const activityPage: Page = {
  path: '/access/activity',
  access: 'session',
  parameters: ['after', 'before'],
  async get(visit) {
    const { parameters, tryQuery } = visit;
    const [after, before] = [valueOf(parameters, 'after'), valueOf(parameters, 'before')];
    const page = before === undefined ? { first: SIZE, after } : { last: SIZE, before };
    const found = await tryQuery(OwnAuditLog, page);
    const names = await namesOf(visit, found.data?.viewer?.auditLog.nodes ?? []);
    return withSession(
      visit,
      Promise.resolve(found),
      ({ viewer }) =>
        viewer === null ? NOT_FOUND : show(visit, viewer, names, (after ?? before) !== undefined),
      (errors) => {
        throw new QueryFailed({ errors });
      },
    );
  },
};

type Viewer = NonNullable<OwnAuditLogQuery['viewer']>;
/** Names by id. */
type Names = ReadonlyMap<string, string>;

/** The names of what the entries are about, and of the keys that did it; a listing that is not public has none. */
async function namesOf({ tryQuery }: Visit, entries: readonly OwnEntryFragment[]): Promise<Names> {
  const subjects = new Set(entries.map(({ subject }) => subject));
  const ids = [...subjects].filter((id) => /^(?:lst|pub)_/.test(id));
  const { data } = entries.length === 0 ? {} : await tryQuery(SubjectNames, { ids });
  const { apiKeys, passkeys = [] } = data?.viewer ?? {};
  const names = new Map<string, string>();
  for (const node of data?.nodes ?? []) {
    const name = node && ('title' in node ? node.title : 'name' in node ? node.name : null);
    if (node && name) names.set(node.id, name);
  }
  for (const { id, name } of [...(apiKeys?.nodes ?? []), ...passkeys]) names.set(id, name);
  return names;
}

function show({ site }: Visit, viewer: Viewer, names: Names, isInside: boolean): PageResponse {
  return areaView({
    title: site.t.access.tabs.activity,
    email: viewer.email,
    body: <ActivityView viewer={viewer} names={names} isInside={isInside} />,
  });
}

interface ActivityViewProps {
  readonly viewer: Viewer;
  readonly names: Names;
  readonly isInside: boolean;
}

function ActivityView({ viewer: { id, auditLog: log }, names, isInside }: ActivityViewProps) {
  const { t, link } = useSite();
  return (
    <section className="stack">
      <h1>{t.access.tabs.activity}</h1>
      <p>{t.access.activityWhat}</p>
      <DataTable
        label={t.access.tabs.activity}
        heads={[t.access.time, t.access.action, t.access.by, t.access.subject, t.access.details]}
      >
        {log.nodes.map((entry) => (
          <EntryRow key={entry.id} entry={entry} own={`account:${id}`} names={names} />
        ))}
      </DataTable>
      <Pager path="/access/activity" pageInfo={log.pageInfo} isInside={isInside} />
      <TableFoot count={undefined} files={[['CSV', link('/access/activity.csv')]]} />
    </section>
  );
}

interface EntryRowProps {
  readonly entry: OwnEntryFragment;
  /** The actor that the reader is. */
  readonly own: string;
  readonly names: Names;
}

function EntryRow({ entry, own, names }: EntryRowProps) {
  const { t } = useSite();
  const { at, actor, action, subject, facts } = entry;
  const known: Readonly<Record<string, string>> = t.access.auditActions;
  const keyName = actor.startsWith('key:') ? names.get(actor.slice('key:'.length)) : undefined;
  return (
    <tr>
      <td data-label={t.access.time}>
        <Time at={at} />
      </td>
      <th scope="row" className="long-value">
        {Object.hasOwn(known, action) ? known[action] : action}
      </th>
      <td data-label={t.access.by}>
        {actor === own ? t.access.byYou : byWhom(t.access, actor)}
        {keyName !== undefined && (
          <>
            : <UserText limit={DETAIL_CHARACTERS}>{keyName}</UserText>
          </>
        )}
      </td>
      <td className="long-value" data-label={t.access.subject} title={subject}>
        <UserText limit={DETAIL_CHARACTERS}>{names.get(subject) ?? subject}</UserText>
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
