import { ChangeKey, OneKey, type KeyFragment } from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { ErrorSummary, Field } from '../../../parts/forms/errors.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { formShownAgain } from '../../../parts/forms/shown-again.ts';
import { Time } from '../../../parts/time.tsx';
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
import { EndInput } from '../end-input.tsx';
import { toInstant } from '../entered-listing.ts';
import { keepForm } from '../kept-form.tsx';
import { UTC } from '../zones.ts';
import { isKey } from './change-key.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { typedLimit } from '../../../parts/forms/typed-limit.ts';

interface Entered {
  readonly name: string;
  readonly scopes: readonly string[];
  /** An earlier end, or none, and its zone. */
  readonly expiresAt: string;
  readonly endZone: string;
}

/** Changes the name and the scopes of a key, and lets it expire earlier. */
export const editKeyPage: Page = {
  path: '/access/keys/:id/edit',
  access: 'session',
  get: (visit) => show(visit, undefined, []),
  post: async (visit) => (await keepForm(visit)) ?? change(visit),
};

async function change(visit: FormVisit): Promise<PageResponse> {
  const { form, parts, site } = visit;
  const text = (name: string) => (form.get(name) ?? '').trim();
  const entered: Entered = {
    name: text('name'),
    scopes: form.getAll('scopes'),
    expiresAt: text('expiresAt'),
    endZone: text('endZone') || UTC,
  };
  const { data, errors } = await visit.tryQuery(ChangeKey, {
    input: {
      id: parts['id'] ?? '',
      name: entered.name,
      scopes: [...entered.scopes],
      expiresAt:
        entered.expiresAt === '' ? null : toInstant({ endDate: entered.expiresAt, endZone: entered.endZone }),
      expected: seenIn(form),
    },
  });
  if (data === undefined) return show(visit, entered, errors);
  return { kind: 'redirect', to: site.link('/access/keys', { done: 'changed' }) };
}

/** What of the key the form was opened with. */
function seenIn(form: FormVisit['form']) {
  return { name: form.get('seenName'), scopes: form.getAll('seenScopes') };
}

function show(
  visit: Visit,
  entered: Entered | undefined,
  errors: readonly PageQueryError[],
): Promise<PageResponse> {
  const { site, parts, tryQuery } = visit;
  const isConflict = errors.some(({ reason }) => reason === 'KEY_CHANGED');
  const again = formShownAgain(visit, 'seenName', isConflict);
  return withSession(
    visit,
    tryQuery(OneKey, { id: parts['id'] ?? '' }),
    ({ viewer, node }) =>
      viewer === null || !isKey(node) || hasExpired(node, site.now)
        ? NOT_FOUND
        : areaView({
            title: site.t.access.editKey,
            email: viewer.email,
            islands: ['end-zone'],
            status: isConflict ? 409 : formStatus(errors),
            body: (
              <EditForm
                apiKey={node}
                seen={again ? seenIn(again) : node}
                entered={entered ?? { ...node, expiresAt: '', endZone: UTC }}
                isSent={entered !== undefined}
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
  readonly seen: { readonly name: string | null; readonly scopes: readonly string[] };
  readonly entered: Entered;
  readonly errors: readonly PageQueryError[];
  readonly isSent: boolean;
  /** Whether somebody has changed the key since the form was shown. */
  readonly isConflict: boolean;
}

function EditForm({ apiKey, seen, entered, errors, isSent, isConflict }: EditFormProps) {
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
          { name: 'expiresAt', label: t.access.earlierEnd },
        ]}
      />
      <Form className="stack">
        <input type="hidden" name="seenName" value={seen.name ?? ''} />
        {seen.scopes.map((scope) => (
          <input key={scope} type="hidden" name="seenScopes" value={scope} />
        ))}
        <Field name="name" label={t.access.keyName} hint={t.access.keyNameHint} errors={errors}>
          {(attributes) => (
            <input {...attributes} required maxLength={typedLimit(80)} defaultValue={entered.name} />
          )}
        </Field>
        <ScopeChoice hasProvider={apiKey.providerId !== null} chosen={entered.scopes} errors={errors} />
        <p>
          {t.access.expires}: {apiKey.expiresAt === null ? t.access.never : <Time at={apiKey.expiresAt} />}
        </p>
        <Field name="expiresAt" label={t.access.earlierEnd} hint={t.access.earlierEndHint} errors={errors}>
          {(attributes) => (
            <EndInput {...attributes} end={entered.expiresAt} zone={entered.endZone} isSent={isSent} />
          )}
        </Field>
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
