import {
  Me,
  OneOwnListing,
  Publish,
  PublishLegacy,
  type OwnListingFragment,
} from '../../documents/generated.ts';
import { Card } from '../../parts/card.tsx';
import type { AskedError } from '../../site/contract.ts';
import { Form } from '../../parts/form.tsx';
import { useSite } from '../../site/context.ts';
import {
  AskFailed,
  NOT_FOUND,
  type FormVisit,
  type Page,
  type PageAnswer,
  type Visit,
} from '../../site/page.ts';
import { valueOf } from '../../site/query.ts';
import { areaView, Field, Messages, withSession } from './area.tsx';
import { keepForm } from './kept-form.tsx';

/** The fields of a listing in the order of the form: the required ones first. */
const FIELDS = [
  { name: 'sourceExternalId', limit: 200, required: true },
  { name: 'title', limit: 160, required: true },
  { name: 'description', limit: 4_000, required: true, lines: 6 },
  { name: 'landingUrl', limit: 2_048, required: true, type: 'url' },
  { name: 'endDate', limit: 40 },
  { name: 'platform', limit: 80 },
  { name: 'provider', limit: 120 },
  { name: 'worth', limit: 40 },
  { name: 'image', limit: 2_048, type: 'url' },
  { name: 'instructions', limit: 4_000, lines: 4 },
] as const;
const NAMES = FIELDS.map(({ name }) => name);
/** The names of two fields in the legacy API, which has no provider. */
const LEGACY_NAMES = { externalId: 'sourceExternalId', url: 'landingUrl' } as const;

type Entered = Readonly<Record<(typeof FIELDS)[number]['name'], string>>;

/** Publishes a new listing. */
export const newListingPage: Page = {
  path: '/access/listings/new',
  access: 'session',
  get: (visit) => show(visit, { entered: toEntered({}) }),
  post: async (visit) => (await keepForm(visit)) ?? publish(visit),
};

/** Changes a listing of the account. */
export const editListingPage: Page = {
  path: '/access/listings/edit',
  access: 'session',
  parameters: ['listing'],
  get(visit) {
    return withSession(
      visit,
      visit.tryAsk(OneOwnListing, { id: valueOf(visit.query, 'listing') ?? '' }),
      ({ viewer, myListing }) =>
        viewer === null || myListing === null
          ? NOT_FOUND
          : formView(visit, viewer.email, {
              entered: toEntered(withSeconds(myListing)),
              isLegacy: myListing.own?.isLegacy === true,
            }),
      (errors) => {
        throw new AskFailed({ errors });
      },
    );
  },
  async post(visit) {
    const kept = await keepForm(visit);
    if (kept !== undefined) return kept;
    const { myListing } = await visit.ask(OneOwnListing, { id: valueOf(visit.query, 'listing') ?? '' });
    return myListing === null ? NOT_FOUND : publish(visit, myListing.own?.isLegacy === true);
  },
};

async function publish(visit: FormVisit, isLegacy = false): Promise<PageAnswer> {
  const { site, form } = visit;
  const entered = toEntered(Object.fromEntries(NAMES.map((name) => [name, form.get(name)])));
  if (form.get('action') === 'preview') return show(visit, { entered, isLegacy, isPreview: true });
  const { data, errors } = await (isLegacy ? sendLegacy(visit, entered) : send(visit, entered));
  if (data === undefined) return show(visit, { entered, isLegacy, errors });
  return { kind: 'redirect', to: site.link('/access/listings', { done: 'published' }) };
}

function send({ tryAsk }: Visit, entered: Entered) {
  const optional = Object.fromEntries(Object.entries(entered).filter(([, value]) => value.trim() !== ''));
  const { sourceExternalId, title, description, landingUrl } = entered;
  return tryAsk(Publish, { input: { ...optional, sourceExternalId, title, description, landingUrl } });
}

async function sendLegacy({ tryAsk }: Visit, entered: Entered) {
  const { sourceExternalId: externalId, landingUrl: url, provider: _none, ...same } = entered;
  const { data, errors } = await tryAsk(PublishLegacy, { input: { externalId, url, ...same } });
  const named = errors.map((error) => ({
    ...error,
    fields: error.fields.map(({ field, message }) => ({
      field: Object.hasOwn(LEGACY_NAMES, field) ? LEGACY_NAMES[field as keyof typeof LEGACY_NAMES] : field,
      message,
    })),
  }));
  return { data, errors: named };
}

function toEntered(values: Partial<Record<keyof Entered, unknown>>): Entered {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return Object.fromEntries(NAMES.map((name) => [name, text(values[name])])) as unknown as Entered;
}

function show(visit: Visit, form: ListingFormProps): Promise<PageAnswer> {
  return withSession(
    visit,
    visit.tryAsk(Me, {}),
    ({ viewer }) => (viewer === null ? NOT_FOUND : formView(visit, viewer.email, form)),
    (failed) => {
      throw new AskFailed({ errors: failed });
    },
  );
}

function formView({ site }: Visit, email: string, form: ListingFormProps): PageAnswer {
  return areaView({
    title: site.t.access.newListing,
    email,
    status: form.errors?.length ? 400 : 200,
    islands: ['form-draft'],
    body: <ListingForm {...form} />,
  });
}

interface ListingFormProps {
  readonly entered: Entered;
  readonly errors?: readonly AskedError[];
  readonly isPreview?: boolean;
  readonly isLegacy?: boolean;
}

function ListingForm({ entered, errors = [], isPreview, isLegacy }: ListingFormProps) {
  const { t } = useSite();
  return (
    <section className="stack">
      <h1>{t.access.newListing}</h1>
      {isPreview && <Preview entered={entered} />}
      <Messages errors={errors} fields={NAMES} />
      <form-draft name="listing">
        <Form className="stack">
          {FIELDS.filter(({ name }) => !isLegacy || name !== 'provider').map((field) => (
            <Field
              key={field.name}
              name={field.name}
              label={t.access.fields[field.name]}
              hint={t.access.hints[field.name]}
              errors={errors}
            >
              {(attributes) => {
                const common = {
                  ...attributes,
                  required: 'required' in field,
                  maxLength: field.limit,
                  defaultValue: entered[field.name],
                };
                if ('lines' in field) return <textarea {...common} rows={field.lines} />;
                return <input {...common} type={'type' in field ? field.type : 'text'} />;
              }}
            </Field>
          ))}
          <div className="row">
            <button className="button" name="action" value="publish">
              {t.access.publish}
            </button>
            <button className="button is-quiet" name="action" value="preview">
              {t.access.preview}
            </button>
          </div>
        </Form>
      </form-draft>
    </section>
  );
}

/** The card of the feed as it would look; the values are not checked yet. */
function Preview({ entered }: { readonly entered: Entered }) {
  const { t, now } = useSite();
  const time = Date.parse(entered.endDate);
  const listing = {
    id: 'preview',
    title: entered.title,
    description: entered.description,
    platform: entered.platform,
    provider: entered.provider,
    worth: entered.worth,
    verified: false,
    endDate: Number.isNaN(time) ? null : new Date(time).toISOString(),
    updatedAt: now.toISOString(),
  } satisfies Partial<OwnListingFragment>;
  return (
    <div className="stack" role="status">
      <h2>{t.access.preview}</h2>
      <p className="quiet">{t.access.previewWhat}</p>
      <div className="cards">
        <Card listing={listing} />
      </div>
    </div>
  );
}

/** The listing with its end as the API takes it: without fractions of a second. */
function withSeconds(listing: OwnListingFragment): OwnListingFragment {
  return { ...listing, endDate: listing.endDate?.replace(/\.\d+Z$/, 'Z') ?? null };
}
