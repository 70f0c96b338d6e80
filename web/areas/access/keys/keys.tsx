import { Keys, type KeyFragment, type KeysQuery } from '../../../documents/generated.ts';
import { Pager } from '../../../parts/pager.tsx';
import { Time } from '../../../parts/time.tsx';
import { UserText } from '../../../parts/user-text.tsx';
import { useSite } from '../../../site/context.ts';
import { QueryFailed, NOT_FOUND, type Page } from '../../../site/page.ts';
import { valueOf } from '../../../site/query.ts';
import { areaView, withSession } from '../area.tsx';
import { DataTable } from '../../../parts/data-table.tsx';

const SIZE = 20;

/** The API keys of the account. */
export const keysPage: Page = {
  path: '/access/keys',
  access: 'session',
  parameters: ['after', 'before', 'done'],
  get(visit) {
    const { site, parameters, tryQuery } = visit;
    const [after, before] = [valueOf(parameters, 'after'), valueOf(parameters, 'before')];
    const page = before === undefined ? { first: SIZE, after } : { last: SIZE, before };
    return withSession(
      visit,
      tryQuery(Keys, page),
      ({ viewer }) =>
        viewer === null
          ? NOT_FOUND
          : areaView({
              title: site.t.access.tabs.keys,
              email: viewer.email,
              body: (
                <KeysView
                  keys={viewer.apiKeys}
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

type Connection = NonNullable<KeysQuery['viewer']>['apiKeys'];

interface KeysViewProps {
  readonly keys: Connection;
  /** What a form has done. */
  readonly done: string | undefined;
  readonly isInside: boolean;
}

function KeysView({ keys, done, isInside }: KeysViewProps) {
  const { t, link } = useSite();
  const said =
    done === 'revoked' ? t.access.revoked : done === 'changed' ? t.access.keyWasChanged : undefined;
  return (
    <section className="stack">
      <div className="row">
        <h1>{t.access.tabs.keys}</h1>
        <a className="button" href={link('/access/keys/new')}>
          {t.access.newKey}
        </a>
      </div>
      {said !== undefined && (
        <p className="note" role="status">
          {said}
        </p>
      )}
      {keys.nodes.length === 0 ? <p>{t.access.noKeys}</p> : <KeyTable keys={keys.nodes} />}
      <Pager path="/access/keys" pageInfo={keys.pageInfo} isInside={isInside} />
    </section>
  );
}

function KeyTable({ keys }: { readonly keys: readonly KeyFragment[] }) {
  const { t } = useSite();
  return (
    <DataTable
      kind="has-actions"
      label={t.access.tabs.keys}
      heads={[
        t.access.keyName,
        t.access.key,
        t.access.scopes,
        t.access.lastUsed,
        t.access.expires,
        t.access.actions,
      ]}
    >
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
    </DataTable>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: KeyFragment }) {
  const { t, link, now } = useSite();
  const { id, name, start, end, scopes, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const endedAt = revokedAt ?? (expiresAt !== null && new Date(expiresAt) <= now ? expiresAt : null);
  return (
    <tr>
      <th scope="row">
        <UserText>{name}</UserText>
      </th>
      <td data-label={t.access.key}>
        <code>
          {start}…{end}
        </code>
      </td>
      <td data-label={t.access.scopes}>{scopes.join(', ')}</td>
      <td data-label={t.access.lastUsed}>
        {lastUsedAt === null ? t.access.never : <Time at={lastUsedAt} />}
      </td>
      <td data-label={t.access.expires}>{expiresAt === null ? t.access.never : <Time at={expiresAt} />}</td>
      <td>
        {endedAt !== null ? (
          <>
            {t.access.ended} <Time at={endedAt} />
          </>
        ) : (
          <span className="row">
            <a href={link(`/access/keys/${id}/edit`)}>{t.access.changeValues}</a>
            <a href={link(`/access/keys/${id}/rotate`)}>{t.access.rotate}</a>
            <a href={link(`/access/keys/${id}/revoke`)}>{t.access.revoke}</a>
          </span>
        )}
      </td>
    </tr>
  );
}
