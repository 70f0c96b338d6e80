import { CreateKey, Me, OwnProviders, type KeyFragment } from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { Form } from '../../../parts/forms/form.tsx';
import { ErrorSummary, Field } from '../../../parts/forms/errors.tsx';
import { useSite } from '../../../site/context.ts';
import {
  formStatus,
  QueryFailed,
  NOT_FOUND,
  type FormVisit,
  type Page,
  type PageResponse,
  type Visit,
} from '../../../site/page.ts';
import { areaView, withSession } from '../area.tsx';
import { EndInput } from '../end-input.tsx';
import { toInstant } from '../entered-listing.ts';
import { keepForm } from '../kept-form.tsx';
import { UTC } from '../zones.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { typedLimit } from '../../../parts/forms/typed-limit.ts';

const DAYS = ['', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

interface Entered {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly provider: string;
  readonly days: string;
  /** An own end instead of the days, and its zone. */
  readonly expiresAt: string;
  readonly endZone: string;
  /** Makes the same form, sent again, show the same key instead of creating a second one. */
  readonly creationId: string;
}

/** Creates an API key. */
export const newKeyPage: Page = {
  path: '/access/keys/new',
  access: 'session',
  get: (visit) =>
    showForm(
      visit,
      {
        name: '',
        scopes: ['giveaways:publish'],
        provider: '',
        days: '',
        expiresAt: '',
        endZone: UTC,
        creationId: crypto.randomUUID(),
      },
      [],
      false,
    ),
  post: async (visit) => (await keepForm(visit)) ?? create(visit),
};

async function create(visit: FormVisit): Promise<PageResponse> {
  const entered = readForm(visit);
  const { name, scopes, provider, creationId } = entered;
  const created = await visit.tryQuery(CreateKey, {
    input: {
      name: name === '' ? null : name,
      scopes: [...scopes],
      provider: provider === '' ? null : provider,
      expiresAt: endOf(entered, visit.site.now),
      creationId,
    },
  });
  if (created.data === undefined) {
    const isUsed = created.errors.some(({ fields }) => fields.some(({ field }) => field === 'creationId'));
    return showForm(
      visit,
      isUsed ? { ...entered, creationId: crypto.randomUUID() } : entered,
      created.errors,
      true,
    );
  }
  return showSecret(visit, created.data.createApiKey);
}

/** The end as the API takes it: the own one, else that of the days, else none. It refuses days that the form does not offer. */
function endOf({ days, expiresAt, endZone }: Entered, now: Date): string | null {
  if (expiresAt !== '') return toInstant({ endDate: expiresAt, endZone });
  if (days === '') return null;
  return DAYS.some((each) => each === days)
    ? new Date(now.getTime() + Number(days) * DAY_MS).toISOString()
    : days;
}

function readForm({ form }: FormVisit): Entered {
  const text = (name: string) => (form.get(name) ?? '').trim();
  return {
    name: text('name'),
    scopes: form.getAll('scopes'),
    provider: text('provider'),
    days: text('days'),
    expiresAt: text('expiresAt'),
    endZone: text('endZone') || UTC,
    creationId: text('creationId'),
  };
}

function showForm(
  visit: Visit,
  entered: Entered,
  errors: readonly PageQueryError[],
  isSent: boolean,
): Promise<PageResponse> {
  return withSession(
    visit,
    visit.tryQuery(OwnProviders, {}),
    ({ viewer }) =>
      viewer === null
        ? NOT_FOUND
        : areaView({
            title: visit.site.t.access.newKey,
            email: viewer.email,
            status: formStatus(errors),
            islands: ['end-zone'],
            body: (
              <KeyForm entered={entered} errors={errors} providers={viewer.providers.nodes} isSent={isSent} />
            ),
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

/** Shows a secret; it is lost with this page, so nothing that the page asks besides may fail it. */
export async function showSecret(
  { site, tryQuery }: Visit,
  issued: { readonly secret: string; readonly apiKey: KeyFragment },
): Promise<PageResponse> {
  const { data } = await tryQuery(Me, {});
  return areaView({
    title: site.t.access.yourKey,
    email: data?.viewer?.email ?? '',
    body: <Secret {...issued} />,
    islands: ['copy-button'],
    isSecret: true,
  });
}

function Secret({ secret, apiKey }: { readonly secret: string; readonly apiKey: KeyFragment }) {
  const { t, link, publicUrl } = useSite();
  return (
    <section className="stack">
      <h1>{t.access.yourKey}</h1>
      <p className="note is-urgent" role="status">
        {t.access.shownOnce}
      </p>
      <p className="secret">
        <code id="secret">{secret}</code>{' '}
        <copy-button for="secret" label={t.access.copy} done={t.access.copied} />
      </p>
      {apiKey.scopes.includes('giveaways:publish') && (
        <>
          <h2>{t.access.tryIt}</h2>
          <pre tabIndex={0}>
            <code id="try">{`curl ${publicUrl}/api/v1/giveaways -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' -d '{
  "sourceExternalId": "summer-2027", "title": "Ten copies of Lantern Road",
  "description": "Free to enter.", "landingUrl": "https://publisher.example/summer"
}'`}</code>
          </pre>
          <p>
            <copy-button for="try" label={t.access.copyCommand} done={t.access.copied} />
          </p>
        </>
      )}
      <p>
        <a className="button" href={link('/access/keys')}>
          {t.access.stored}
        </a>
      </p>
    </section>
  );
}

interface KeyFormProps {
  readonly isSent: boolean;
  readonly entered: Entered;
  readonly errors: readonly PageQueryError[];
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

function KeyForm({ entered, errors, providers, isSent }: KeyFormProps) {
  const { t } = useSite();
  return (
    <section className="stack">
      <h1>{t.access.newKey}</h1>
      <ErrorSummary
        errors={errors}
        fields={[
          { name: 'name', label: t.access.keyName },
          { name: 'scopes', label: t.access.scopes },
          ...(providers.length > 0 ? [{ name: 'provider', label: t.access.provider }] : []),
          { name: 'expiresAt', label: t.access.ownEnd },
        ]}
      />
      <Form className="stack">
        <input type="hidden" name="creationId" value={entered.creationId} />
        <Field name="name" label={t.access.keyName} hint={t.access.keyNameHint} errors={errors}>
          {(attributes) => <input {...attributes} maxLength={typedLimit(80)} defaultValue={entered.name} />}
        </Field>
        <ScopeChoice hasProvider={providers.length > 0} chosen={entered.scopes} errors={errors} />
        {providers.length > 0 && (
          <Field name="provider" label={t.access.provider} hint={t.access.providerHint} errors={errors}>
            {(attributes) => (
              <select {...attributes} defaultValue={entered.provider}>
                <option value="">{t.access.noProvider}</option>
                {providers.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Field name="days" label={t.access.expires} hint={t.access.expiresHint} errors={errors}>
          {(attributes) => (
            <select {...attributes} defaultValue={entered.days}>
              {DAYS.map((days) => (
                <option key={days} value={days}>
                  {days === '' ? t.access.never : t.access.inDays(days)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field name="expiresAt" label={t.access.ownEnd} hint={t.access.ownEndHint} errors={errors}>
          {(attributes) => (
            <EndInput {...attributes} end={entered.expiresAt} zone={entered.endZone} isSent={isSent} />
          )}
        </Field>
        <button className="button">{t.access.createKey}</button>
      </Form>
    </section>
  );
}
