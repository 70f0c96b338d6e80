import type { ReactNode } from 'react';
import {
  EnableFollowedFilter,
  FollowedFilters,
  type FactsFilter,
  UnfollowFilter,
  type FollowedFilterFieldsFragment,
} from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { actionOf, noAction } from '../../../parts/forms/action.ts';
import { ErrorSummary } from '../../../parts/forms/errors.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { Time } from '../../../parts/time.tsx';
import { UserText } from '../../../parts/user-text.tsx';
import { FOLLOW_PATH } from '../../../pages/feed/choices.ts';
import { useSite } from '../../../site/context.ts';
import {
  QueryFailed,
  formStatus,
  NOT_FOUND,
  type FormVisit,
  type Page,
  type PageResponse,
  type Visit,
} from '../../../site/page.ts';
import { valueOf } from '../../../site/query.ts';
import { areaView, withSession } from '../area.tsx';
import { keepFromOther } from '../kept-form.tsx';

export const FOLLOWED_PATH = '/access/followed';
const ACTIONS = ['remove', 'enable'] as const;
const DONE = ['removed', 'enabled'] as const;
type Done = (typeof DONE)[number];

/** The filters of the feed that the account follows by webhook. */
export const followedPage: Page = {
  path: FOLLOWED_PATH,
  access: 'session',
  parameters: ['done'],
  get: (visit) => show(visit, []),
  post: (visit) => keepFromOther(visit) ?? change(visit),
};

async function change(visit: FormVisit): Promise<PageResponse> {
  const { form, site, tryQuery } = visit;
  const action = actionOf(form, ACTIONS);
  if (action === undefined) return show(visit, [noAction(ACTIONS)]);
  const done: Done = action === 'enable' ? 'enabled' : 'removed';
  const id = form.get('id') ?? '';
  const { data, errors } =
    done === 'enabled'
      ? await tryQuery(EnableFollowedFilter, { id })
      : await tryQuery(UnfollowFilter, { id });
  // A second click finds the webhook removed.
  const isDone =
    data !== undefined || (done === 'removed' && errors.some(({ code }) => code === 'NOT_FOUND'));
  return isDone ? { kind: 'redirect', to: site.link(FOLLOWED_PATH, { done }) } : show(visit, errors);
}

function show(visit: Visit, errors: readonly PageQueryError[]): Promise<PageResponse> {
  const { site, parameters, tryQuery } = visit;
  return withSession(
    visit,
    tryQuery(FollowedFilters, {}),
    ({ viewer, feedWebhooks }) =>
      viewer === null
        ? NOT_FOUND
        : areaView({
            title: site.t.followed.title,
            email: viewer.email,
            status: formStatus(errors),
            body: (
              <FollowedView
                webhooks={feedWebhooks.nodes}
                errors={errors}
                done={DONE.find((each) => each === valueOf(parameters, 'done') && errors.length === 0)}
              />
            ),
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

interface FollowedViewProps {
  readonly webhooks: readonly FollowedFilterFieldsFragment[];
  readonly errors: readonly PageQueryError[];
  readonly done: Done | undefined;
}

function FollowedView({ webhooks, errors, done }: FollowedViewProps) {
  const { t, link } = useSite();
  return (
    <section className="stack">
      <div className="row">
        <h1>{t.followed.title}</h1>
        <a className="button" href={link(FOLLOW_PATH)}>
          {t.followed.follow}
        </a>
      </div>
      <p>{t.followed.what}</p>
      {done !== undefined && (
        <p className="note" role="status">
          {t.followed.done[done]}
        </p>
      )}
      <ErrorSummary errors={errors} fields={[]} />
      {webhooks.length === 0 ? (
        <p>{t.followed.none}</p>
      ) : (
        <DataTable
          kind="has-actions"
          label={t.followed.title}
          heads={[t.followed.filter, t.followed.url, t.followed.since, t.access.actions]}
        >
          {webhooks.map((webhook) => (
            <FollowedRow key={webhook.id} webhook={webhook} />
          ))}
        </DataTable>
      )}
    </section>
  );
}

function FollowedRow({ webhook }: { readonly webhook: FollowedFilterFieldsFragment }) {
  const { t } = useSite();
  const { id, url, createdAt, disabledAt } = webhook;
  return (
    <tr>
      <th scope="row" className="long-value">
        <FilterText filter={webhook.filter} />
      </th>
      <td className="long-value" data-label={t.followed.url}>
        <UserText>{url}</UserText>
        {disabledAt !== null && (
          <>
            {' · '}
            {t.followed.gone} <Time at={disabledAt} />
          </>
        )}
      </td>
      <td data-label={t.followed.since}>
        <Time at={createdAt} />
      </td>
      <td>
        <span className="row">
          {disabledAt !== null && <Action name="enable" id={id} text={t.followed.enable} />}
          <Action name="remove" id={id} text={t.followed.remove} />
        </span>
      </td>
    </tr>
  );
}

interface ActionProps {
  readonly name: 'enable' | 'remove';
  readonly id: string;
  readonly text: string;
}

function Action({ name, id, text }: ActionProps) {
  return (
    <Form>
      <input type="hidden" name="do" value={name} />
      <input type="hidden" name="id" value={id} />
      <button className="button is-quiet is-small">{text}</button>
    </Form>
  );
}

type Followed = NonNullable<FollowedFilterFieldsFragment['filter']>;
/** A filter as it is followed, or as it will be. */
type ShownFilter = Partial<Omit<Followed, 'facts'>> & { readonly facts: FactsFilter | null };

/** The conditions of a followed filter. */
export function FilterText({ filter }: { readonly filter: ShownFilter | null }) {
  const { t, format } = useSite();
  const { search, platforms, providers, verified, facts, endsBefore, endsAfter, includeEnded } = filter ?? {};
  const texts = t.followed;
  const conditions: readonly (readonly [name: string, value: ReactNode])[] = [
    [texts.search, search != null && <UserText>{search}</UserText>],
    [texts.platforms, platforms != null && <UserText>{platforms.join(', ')}</UserText>],
    [texts.providers, providers != null && <UserText>{providers.join(', ')}</UserText>],
    [texts.verified, verified != null && (verified ? texts.yes : texts.no)],
    [t.listing.kind, facts?.kind != null && t.listing.kinds[facts.kind]],
    [t.listing.allocation, facts?.allocation != null && t.listing.allocations[facts.allocation]],
    [t.listing.regions, facts?.regions != null && format.list(facts.regions.map(format.region))],
    [t.feed.age, facts?.age != null && t.listing.years(facts.age)],
    [t.listing.prizes, facts?.minPrizes != null && t.feed.prizes(format.number(facts.minPrizes))],
    [texts.endsAfter, endsAfter != null && <Time at={endsAfter} />],
    [texts.endsBefore, endsBefore != null && <Time at={endsBefore} />],
    [texts.includeEnded, includeEnded === true && texts.yes],
  ];
  const shown = conditions.filter(([, value]) => value !== false);
  if (shown.length === 0) return texts.all;
  return (
    <ul>
      {shown.map(([name, value]) => (
        <li key={name}>
          {name}: {value}
        </li>
      ))}
    </ul>
  );
}
