import { OwnPasskeys, RegisterPasskey, type OwnPasskeyFragment } from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { ErrorSummary, Field } from '../../../parts/forms/errors.tsx';
import { Time } from '../../../parts/time.tsx';
import { UserText } from '../../../parts/user-text.tsx';
import { useSite } from '../../../site/context.ts';
import {
  formStatus,
  NOT_FOUND,
  QueryFailed,
  type FormVisit,
  type Page,
  type PageResponse,
  type Visit,
} from '../../../site/page.ts';
import { valueOf } from '../../../site/query.ts';
import { areaView, withSession } from '../area.tsx';
import { keepForm } from '../kept-form.tsx';
import { credentialOf, PasskeyForm } from './passkey-form.tsx';
import { typedLimit } from '../../../parts/forms/typed-limit.ts';

/** As many as an account can have. */
const MAX_PASSKEYS = 10;
/** The most characters of a name. */
export const MAX_NAME = 60;

/** The passkeys of the account, and a form that adds one. */
export const passkeysPage: Page = {
  path: '/access/passkeys',
  access: 'session',
  parameters: ['done'],
  get: (visit) => show(visit, '', []),
  post: async (visit) => (await keepForm(visit)) ?? register(visit),
};

async function register(visit: FormVisit): Promise<PageResponse> {
  const { form, site, tryQuery } = visit;
  const name = form.get('name') ?? '';
  const { data, errors } = await tryQuery(RegisterPasskey, { credential: credentialOf(form), name });
  if (data === undefined) return show(visit, name, errors);
  return { kind: 'redirect', to: site.link('/access/passkeys', { done: 'added' }) };
}

function show(visit: Visit, name: string, errors: readonly PageQueryError[]): Promise<PageResponse> {
  const { site, parameters, tryQuery } = visit;
  if (!site.hasPasskeys) return Promise.resolve(NOT_FOUND);
  return withSession(
    visit,
    tryQuery(OwnPasskeys, {}),
    ({ viewer }) =>
      viewer === null
        ? NOT_FOUND
        : areaView({
            title: site.t.access.tabs.passkeys,
            email: viewer.email,
            status: formStatus(errors),
            islands: ['passkey-form'],
            body: (
              <PasskeysView
                passkeys={viewer.passkeys}
                done={valueOf(parameters, 'done')}
                name={name}
                errors={errors}
              />
            ),
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

interface PasskeysViewProps {
  readonly passkeys: readonly OwnPasskeyFragment[];
  readonly done: string | undefined;
  /** The name that was entered for a new one. */
  readonly name: string;
  readonly errors: readonly PageQueryError[];
}

function PasskeysView({ passkeys, done, name, errors }: PasskeysViewProps) {
  const { t } = useSite();
  const { passkey: texts } = t.access;
  const said = errors.length > 0 ? undefined : new Map(Object.entries(texts.done)).get(done ?? '');
  return (
    <section className="stack">
      <h1>{t.access.tabs.passkeys}</h1>
      <p>{texts.what}</p>
      {said !== undefined && (
        <p className="note" role="status">
          {said}
        </p>
      )}
      <ErrorSummary errors={errors} fields={[{ name: 'name', label: texts.name }]} />
      {passkeys.length > 0 && (
        <DataTable
          kind="has-actions"
          label={t.access.tabs.passkeys}
          heads={[texts.name, texts.added, t.access.lastUsed, t.access.actions]}
        >
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </DataTable>
      )}
      {passkeys.length < MAX_PASSKEYS ? (
        <PasskeyForm ceremony="registration">
          <Field name="name" label={texts.name} hint={texts.nameHint} errors={errors}>
            {(attributes) => <input {...attributes} maxLength={typedLimit(MAX_NAME)} defaultValue={name} />}
          </Field>
          <div>
            <button className="button">{texts.add}</button>
          </div>
        </PasskeyForm>
      ) : (
        <p>{texts.full}</p>
      )}
    </section>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: OwnPasskeyFragment }) {
  const { t, link } = useSite();
  const { id, name, createdAt, lastUsedAt, synced } = passkey;
  const { passkey: texts } = t.access;
  return (
    <tr>
      <th scope="row">
        <UserText>{name}</UserText>
        {synced && <span className="quiet"> · {texts.synced}</span>}
      </th>
      <td data-label={texts.added}>
        <Time at={createdAt} />
      </td>
      <td data-label={t.access.lastUsed}>
        {lastUsedAt === null ? t.access.never : <Time at={lastUsedAt} />}
      </td>
      <td>
        <span className="row">
          <a href={link(`/access/passkeys/${id}/rename`)}>{texts.rename}</a>
          <a href={link(`/access/passkeys/${id}/remove`)}>{texts.remove}</a>
        </span>
      </td>
    </tr>
  );
}
