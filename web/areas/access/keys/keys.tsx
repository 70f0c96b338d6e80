import { Keys, type KeyFragment, type KeysQuery } from '../../../documents/generated.ts';
import { Pager } from '../../../parts/pager.tsx';
import { ActiveFilters, FilterBar, NothingMatches, TableFoot } from '../../../parts/tables/filter-bar.tsx';
import { Time } from '../../../parts/time.tsx';
import { UserText } from '../../../parts/user-text.tsx';
import { useSite } from '../../../site/context.ts';
import { QueryFailed, NOT_FOUND, type Page } from '../../../site/page.ts';
import { valueOf } from '../../../site/query.ts';
import { areaView, withSession } from '../area.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { toAddress } from '../table-values.ts';
import {
  KEY_ORDERS,
  KEY_PARAMETERS,
  KEY_STATES,
  keyFilters,
  keyHead,
  KEYS_PATH,
  MAX_KEY_SEARCH,
  readKeyChoices,
  toKeyParameters,
  type KeyChoices,
} from './key-choices.ts';

const SIZE = 20;

/** The API keys of the account. */
export const keysPage: Page = {
  path: KEYS_PATH,
  access: 'session',
  parameters: ['after', 'before', 'done', ...KEY_PARAMETERS],
  get(visit) {
    const { site, parameters, tryQuery } = visit;
    const [after, before] = [valueOf(parameters, 'after'), valueOf(parameters, 'before')];
    const choices = readKeyChoices(parameters);
    const { search, state, order } = choices;
    const page = before === undefined ? { first: SIZE, after } : { last: SIZE, before };
    return withSession(
      visit,
      tryQuery(Keys, { ...page, filter: { search, state }, orderBy: order }),
      ({ viewer }) =>
        viewer === null
          ? NOT_FOUND
          : areaView({
              title: site.t.access.tabs.keys,
              email: viewer.email,
              body: (
                <KeysView
                  keys={viewer.apiKeys}
                  choices={choices}
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
  readonly choices: KeyChoices;
  /** What a form has done. */
  readonly done: string | undefined;
  readonly isInside: boolean;
}

function KeysView({ keys: { nodes, pageInfo }, choices, done, isInside }: KeysViewProps) {
  const site = useSite();
  const { t, link } = site;
  const said =
    done === 'revoked' ? t.access.revoked : done === 'changed' ? t.access.keyWasChanged : undefined;
  const filters = keyFilters(choices, site);
  const isEmpty = nodes.length === 0 && filters.length === 0 && !isInside;
  const parameters = toKeyParameters(choices);
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
      {isEmpty ? <p>{t.access.noKeys}</p> : <KeyFilter choices={choices} />}
      {nodes.length > 0 && (
        <>
          <ActiveFilters path={KEYS_PATH} filters={filters} />
          <KeyTable keys={nodes} choices={choices} />
        </>
      )}
      {nodes.length === 0 && !isEmpty && (
        <NothingMatches path={KEYS_PATH} filters={filters} hasMore={false} />
      )}
      <Pager path={KEYS_PATH} parameters={parameters} pageInfo={pageInfo} isInside={isInside} />
      {nodes.length > 0 && (
        <TableFoot
          count={isInside || pageInfo.hasNextPage ? undefined : nodes.length}
          files={[['CSV', link('/access/keys.csv', parameters)]]}
        />
      )}
    </section>
  );
}

function KeyFilter({ choices: { search, state, order } }: Pick<KeysViewProps, 'choices'>) {
  const { t } = useSite();
  const { keys } = t.tables;
  return (
    <FilterBar
      path={KEYS_PATH}
      search={{ label: keys.search, value: search, limit: MAX_KEY_SEARCH }}
      choices={[
        {
          name: 'state',
          label: t.access.state,
          chosen: toAddress(state),
          options: [
            [undefined, t.tables.any],
            ...KEY_STATES.map((each) => [toAddress(each), keys.states[each]] as const),
          ],
        },
        {
          name: 'order',
          label: t.tables.order,
          chosen: order === KEY_ORDERS[0] ? undefined : toAddress(order),
          options: KEY_ORDERS.map(
            (each, index) => [index === 0 ? undefined : toAddress(each), keys.orders[each]] as const,
          ),
        },
      ]}
    />
  );
}

interface KeyTableProps {
  readonly keys: readonly KeyFragment[];
  readonly choices: KeyChoices;
}

function KeyTable({ keys, choices }: KeyTableProps) {
  const { t, link } = useSite();
  return (
    <DataTable
      kind="has-actions"
      label={t.access.tabs.keys}
      heads={[
        keyHead(t.access.keyName, choices, link, { order: 'NAME', sorted: 'ascending' }),
        t.access.key,
        t.access.scopes,
        keyHead(t.access.lastUsed, choices, link, { order: 'LAST_USED', sorted: 'descending' }),
        keyHead(t.access.expires, choices, link, { order: 'EXPIRING_SOON', sorted: 'ascending' }),
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
      <th scope="row" className="long-value">
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
