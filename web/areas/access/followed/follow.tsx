import {
  FollowFilter,
  Me,
  type FactsFilter,
  type FollowFilterMutation,
} from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { FOLLOW_PARAMETERS, readChoices, toFacts, type Choices } from '../../../pages/feed/choices.ts';
import { ErrorSummary, Field } from '../../../parts/forms/errors.tsx';
import { Form } from '../../../parts/forms/form.tsx';
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
import { areaView, withSession } from '../area.tsx';
import { keepForm } from '../kept-form.tsx';
import { FilterText, FOLLOWED_PATH } from './followed.tsx';
import { typedLimit } from '../../../parts/forms/typed-limit.ts';

interface Entered {
  readonly url: string;
  readonly search: string;
  /** One on each line. */
  readonly platforms: string;
  /** One on each line. */
  readonly providers: string;
  readonly isVerifiedOnly: boolean;
  /** Of the list of listings, in the address of the form. */
  readonly facts: FactsFilter;
  /** Makes the same form, sent again, show the same secret instead of creating a second webhook. */
  readonly creationId: string;
}

/** Follows a filter by webhook: the filter of the list of listings in its address at first. */
export const followPage: Page = {
  path: '/access/followed/new',
  access: 'session',
  parameters: FOLLOW_PARAMETERS,
  get: (visit) => showForm(visit, fromChoices(visit), []),
  post: async (visit) => (await keepForm(visit)) ?? follow(visit),
};

function fromChoices({ parameters }: Visit): Entered {
  const choices = readChoices(parameters);
  const { search = '', platforms, providers, isVerifiedOnly } = choices;
  return {
    url: '',
    search,
    platforms: platforms.map(toLine).join('\n'),
    providers: providers.map(toLine).join('\n'),
    isVerifiedOnly,
    facts: toFacts(choices),
    creationId: crypto.randomUUID(),
  };
}

async function follow(visit: FormVisit): Promise<PageResponse> {
  const text = (name: string) => (visit.form.get(name) ?? '').trim();
  const entered: Entered = {
    url: text('url'),
    search: text('search'),
    platforms: text('platforms'),
    providers: text('providers'),
    isVerifiedOnly: visit.form.get('verified') === 'yes',
    facts: toFacts(readChoices(visit.parameters)),
    creationId: text('creationId'),
  };
  const { data, errors } = await visit.tryQuery(FollowFilter, {
    input: {
      url: entered.url,
      creationId: entered.creationId,
      filter: toFilter(entered, readChoices(visit.parameters)),
    },
  });
  if (data !== undefined) return showSecret(visit, data.createFeedWebhook);
  const isUsed = errors.some(({ fields }) => fields.some(({ field }) => field === 'creationId'));
  return showForm(visit, isUsed ? { ...entered, creationId: crypto.randomUUID() } : entered, errors);
}

function toFilter({ search, platforms, providers, isVerifiedOnly, facts }: Entered, chosen: Choices) {
  return {
    ...(search !== '' && { search }),
    ...(platforms !== '' && { platforms: toNames(platforms, chosen.platforms) }),
    ...(providers !== '' && { providers: toNames(providers, chosen.providers) }),
    ...(isVerifiedOnly && { verified: true }),
    ...(hasFacts(facts) && { facts }),
  };
}

/** A name on one line, although it may have several. */
const toLine = (name: string) => name.replaceAll(/\s+/g, ' ').trim();

/** The names on these lines: of a line for chosen ones, these. */
function toNames(text: string, chosen: readonly string[]): string[] {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const names = lines.flatMap((line) => {
    const meant = chosen.filter((name) => toLine(name) === line);
    return meant.length > 0 ? meant : [line];
  });
  return [...new Set(names)];
}

const hasFacts = (facts: FactsFilter) => Object.keys(facts).length > 0;

function showForm(visit: Visit, entered: Entered, sent: readonly PageQueryError[]): Promise<PageResponse> {
  // The API names the members of the filter by their path.
  const errors = sent.map((error) => ({
    ...error,
    fields: error.fields.map(({ field, ...rest }) => ({ ...rest, field: field.replace(/^filter\./, '') })),
  }));
  return withSession(
    visit,
    visit.tryQuery(Me, {}),
    ({ viewer }) =>
      viewer === null
        ? NOT_FOUND
        : areaView({
            title: visit.site.t.followed.follow,
            email: viewer.email,
            status: formStatus(sent),
            body: <FollowForm entered={entered} errors={errors} />,
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

/** Shows the secret; it is lost with this page, so nothing that the page asks besides may fail it. */
async function showSecret(
  { site, tryQuery }: Visit,
  created: FollowFilterMutation['createFeedWebhook'],
): Promise<PageResponse> {
  const { data } = await tryQuery(Me, {});
  return areaView({
    title: site.t.followed.yourSecret,
    email: data?.viewer?.email ?? '',
    body: <Secret created={created} />,
    islands: ['copy-button'],
    isSecret: true,
  });
}

function Secret({ created }: { readonly created: FollowFilterMutation['createFeedWebhook'] }) {
  const { t, link } = useSite();
  return (
    <section className="stack">
      <h1>{t.followed.yourSecret}</h1>
      <p className="note is-urgent" role="status">
        {t.followed.shownOnce}
      </p>
      <p className="secret">
        <code id="secret">{created.secret}</code>{' '}
        <copy-button for="secret" label={t.access.copy} done={t.access.copied} />
      </p>
      <h2>{t.followed.filter}</h2>
      <div>
        <FilterText filter={created.webhook.filter} />
      </div>
      <p>
        <a className="button" href={link(FOLLOWED_PATH)}>
          {t.followed.stored}
        </a>
      </p>
    </section>
  );
}

interface FollowFormProps {
  readonly entered: Entered;
  readonly errors: readonly PageQueryError[];
}

function FollowForm({ entered, errors }: FollowFormProps) {
  const { t } = useSite();
  const { url, search, platforms, providers, verified } = t.followed;
  return (
    <section className="stack">
      <h1>{t.followed.follow}</h1>
      <p>{t.followed.formWhat}</p>
      <ErrorSummary
        errors={errors}
        fields={[
          { name: 'url', label: url },
          { name: 'search', label: search },
          { name: 'platforms', label: platforms },
          { name: 'providers', label: providers },
        ]}
      />
      <Form className="stack">
        <input type="hidden" name="creationId" value={entered.creationId} />
        <Field name="url" label={url} hint={t.followed.urlHint} errors={errors}>
          {(attributes) => (
            <input
              {...attributes}
              type="url"
              required
              maxLength={typedLimit(2048)}
              defaultValue={entered.url}
              placeholder="https://"
            />
          )}
        </Field>
        <Field name="search" label={search} hint={t.followed.searchHint} errors={errors}>
          {(attributes) => (
            <input {...attributes} maxLength={typedLimit(200)} defaultValue={entered.search} />
          )}
        </Field>
        <Field name="platforms" label={platforms} hint={t.followed.linesHint} errors={errors}>
          {(attributes) => <textarea {...attributes} rows={3} defaultValue={entered.platforms} />}
        </Field>
        <Field name="providers" label={providers} hint={t.followed.linesHint} errors={errors}>
          {(attributes) => <textarea {...attributes} rows={3} defaultValue={entered.providers} />}
        </Field>
        {hasFacts(entered.facts) && <FilterText filter={{ facts: entered.facts }} />}
        <div className="choices">
          <label>
            <input type="checkbox" name="verified" value="yes" defaultChecked={entered.isVerifiedOnly} />
            <span>{verified}</span>
          </label>
        </div>
        <button className="button">{t.followed.follow}</button>
      </Form>
    </section>
  );
}
