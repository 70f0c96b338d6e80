import { ChangeKey, OneKey, type KeyFragment } from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { ErrorSummary, Field } from '../../../parts/forms/errors.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { UserText } from '../../../parts/user-text.tsx';
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
import { keepForm } from '../kept-form.tsx';
import { isKey } from './change-key.tsx';
import { ScopeChoice } from './scope-choice.tsx';

interface Entered {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Changes the name and the scopes of a key. */
export const editKeyPage: Page = {
  path: '/access/keys/:id/edit',
  access: 'session',
  get: (visit) => show(visit, undefined, []),
  post: async (visit) => (await keepForm(visit)) ?? change(visit),
};

async function change(visit: FormVisit): Promise<PageResponse> {
  const { form, parts, site } = visit;
  const entered = { name: (form.get('name') ?? '').trim(), scopes: form.getAll('scopes') };
  const { data, errors } = await visit.tryQuery(ChangeKey, {
    input: {
      id: parts['id'] ?? '',
      name: entered.name,
      scopes: [...entered.scopes],
      expected: { name: form.get('seenName'), scopes: form.getAll('seenScopes') },
    },
  });
  if (data === undefined) return show(visit, entered, errors);
  return { kind: 'redirect', to: site.link('/access/keys', { done: 'changed' }) };
}

function show(
  visit: Visit,
  entered: Entered | undefined,
  errors: readonly PageQueryError[],
): Promise<PageResponse> {
  const { site, parts, tryQuery } = visit;
  const isConflict = errors.some(({ reason }) => reason === 'KEY_CHANGED');
  return withSession(
    visit,
    tryQuery(OneKey, { id: parts['id'] ?? '' }),
    ({ viewer, node }) =>
      viewer === null || !isKey(node) || hasExpired(node, site.now)
        ? NOT_FOUND
        : areaView({
            title: site.t.access.editKey,
            email: viewer.email,
            status: isConflict ? 409 : formStatus(errors),
            body: (
              <EditForm
                apiKey={node}
                entered={entered ?? node}
                errors={isConflict ? [] : errors}
                isConflict={isConflict}
              />
            ),
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

function hasExpired({ expiresAt }: KeyFragment, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

interface EditFormProps {
  readonly apiKey: KeyFragment;
  readonly entered: Entered;
  readonly errors: readonly PageQueryError[];
  /** Whether somebody has changed the key since the form was shown. */
  readonly isConflict: boolean;
}

function EditForm({ apiKey, entered, errors, isConflict }: EditFormProps) {
  const { t, link } = useSite();
  return (
    <section className="stack">
      <h1>{t.access.editKey}</h1>
      <p>
        <code>
          {apiKey.start}…{apiKey.end}
        </code>
      </p>
      <p>{t.access.editKeyWhat}</p>
      {isConflict && (
        <div className="note is-urgent" role="alert">
          <p>{t.access.keyChanged}</p>
          <p>
            <UserText>{apiKey.name}</UserText>: {apiKey.scopes.join(', ')}
          </p>
        </div>
      )}
      <ErrorSummary
        errors={errors}
        fields={[
          { name: 'name', label: t.access.keyName },
          { name: 'scopes', label: t.access.scopes },
        ]}
      />
      <Form className="stack">
        <input type="hidden" name="seenName" value={apiKey.name} />
        {apiKey.scopes.map((scope) => (
          <input key={scope} type="hidden" name="seenScopes" value={scope} />
        ))}
        <Field name="name" label={t.access.keyName} hint={t.access.keyNameHint} errors={errors}>
          {(attributes) => <input {...attributes} required maxLength={80} defaultValue={entered.name} />}
        </Field>
        <ScopeChoice hasProvider={apiKey.providerId !== null} chosen={entered.scopes} errors={errors} />
        <p className="row">
          <button className="button">{isConflict ? t.access.changeAnyway : t.access.changeKey}</button>
          <a className="button is-quiet" href={link('/access/keys')}>
            {t.access.cancel}
          </a>
        </p>
      </Form>
    </section>
  );
}
