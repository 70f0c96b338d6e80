import type { ReactNode } from 'react';
import {
  OwnPasskeys,
  RemovePasskey,
  RenamePasskey,
  type OwnPasskeyFragment,
} from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { ErrorSummary, Field } from '../../../parts/forms/errors.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { Time } from '../../../parts/time.tsx';
import { UserText } from '../../../parts/user-text.tsx';
import { useSite } from '../../../site/context.ts';
import {
  formStatus,
  NOT_FOUND,
  QueryFailed,
  type Page,
  type PageResponse,
  type Visit,
} from '../../../site/page.ts';
import type { Texts } from '../../../texts/en.ts';
import { areaView, withSession } from '../area.tsx';
import { keepForm, keepFromOther } from '../kept-form.tsx';
import { MAX_NAME } from './passkeys.tsx';
import { typedLimit } from '../../../parts/forms/typed-limit.ts';

const PASSKEYS = '/access/passkeys';

/** Gives a passkey another name. */
export const renamePasskeyPage: Page = {
  path: '/access/passkeys/:id/rename',
  access: 'session',
  get: (visit) => showRename(visit, undefined, []),
  async post(visit) {
    const kept = await keepForm(visit);
    if (kept !== undefined) return kept;
    const entered = { name: visit.form.get('name') ?? '', seen: visit.form.get('seenName') };
    const { data, errors } = await visit.tryQuery(RenamePasskey, {
      id: visit.parts['id'] ?? '',
      name: entered.name,
      expected: entered.seen,
    });
    if (data === undefined) return showRename(visit, entered, errors);
    return { kind: 'redirect', to: visit.site.link(PASSKEYS, { done: 'renamed' }) };
  },
};

/** Removes a passkey. */
export const removePasskeyPage: Page = {
  path: '/access/passkeys/:id/remove',
  access: 'session',
  get: (visit) => showRemove(visit, []),
  async post(visit) {
    const kept = keepFromOther(visit);
    if (kept !== undefined) return kept;
    const { data, errors } = await visit.tryQuery(RemovePasskey, { id: visit.parts['id'] ?? '' });
    // A second click finds the passkey removed.
    const isRemoved = data !== undefined || errors.some(({ code }) => code === 'NOT_FOUND');
    if (!isRemoved) return showRemove(visit, errors);
    return { kind: 'redirect', to: visit.site.link(PASSKEYS, { done: 'removed' }) };
  },
};

/** Whether the passkey was renamed since the form was opened. */
const hasChanged = (errors: readonly PageQueryError[]) =>
  errors.some(({ reason }) => reason === 'PASSKEY_CHANGED');

interface Entered {
  readonly name: string;
  /** The name that the form was opened with; null on a page of the release before. */
  readonly seen: string | null;
}

function showRename(visit: Visit, entered: Entered | undefined, errors: readonly PageQueryError[]) {
  const isConflict = hasChanged(errors);
  return showOne(
    visit,
    errors,
    ({ passkey }) => passkey.rename,
    (passkey) => (
      <RenameForm
        name={entered?.name ?? passkey.name}
        seen={isConflict ? passkey.name : (entered?.seen ?? passkey.name)}
        errors={isConflict ? [] : errors}
        isConflict={isConflict}
      />
    ),
  );
}

function showRemove(visit: Visit, errors: readonly PageQueryError[]) {
  return showOne(
    visit,
    errors,
    ({ passkey }) => passkey.confirm.title,
    (passkey) => <RemoveForm passkey={passkey} errors={errors} />,
  );
}

/** A page about the passkey that the path names. */
function showOne(
  visit: Visit,
  errors: readonly PageQueryError[],
  titleOf: (texts: Texts['access']) => string,
  show: (passkey: OwnPasskeyFragment) => ReactNode,
): Promise<PageResponse> {
  const { parts, site, tryQuery } = visit;
  return withSession(
    visit,
    tryQuery(OwnPasskeys, {}),
    ({ viewer }) => {
      const passkey = viewer?.passkeys.find(({ id }) => id === parts['id']);
      if (!viewer || passkey === undefined) return NOT_FOUND;
      const title = titleOf(site.t.access);
      return areaView({
        title,
        email: viewer.email,
        status: hasChanged(errors) ? 409 : formStatus(errors),
        body: show(passkey),
      });
    },
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

interface RenameFormProps {
  readonly name: string;
  /** The name that the passkey has, as the form shows it. */
  readonly seen: string;
  readonly errors: readonly PageQueryError[];
  readonly isConflict: boolean;
}

function RenameForm({ name, seen, errors, isConflict }: RenameFormProps) {
  const { t, link } = useSite();
  const { passkey: texts } = t.access;
  return (
    <section className="narrow stack">
      <h1>{texts.rename}</h1>
      {isConflict && (
        <div className="note is-urgent" role="alert">
          <p>
            {texts.changed} <UserText>{seen}</UserText>
          </p>
        </div>
      )}
      <ErrorSummary errors={errors} fields={[{ name: 'name', label: texts.name }]} />
      <Form className="stack">
        <input type="hidden" name="seenName" value={seen} />
        <Field name="name" label={texts.name} errors={errors}>
          {(attributes) => (
            <input {...attributes} required maxLength={typedLimit(MAX_NAME)} defaultValue={name} />
          )}
        </Field>
        <div className="row">
          <button className="button">{isConflict ? texts.renameAnyway : texts.rename}</button>
          <a className="button is-quiet" href={link(PASSKEYS)}>
            {t.access.cancel}
          </a>
        </div>
      </Form>
    </section>
  );
}

interface RemoveFormProps {
  readonly passkey: OwnPasskeyFragment;
  readonly errors: readonly PageQueryError[];
}

function RemoveForm({ passkey, errors }: RemoveFormProps) {
  const { t, link } = useSite();
  const { passkey: texts } = t.access;
  return (
    <section className="narrow stack">
      <h1>{texts.confirm.title}</h1>
      <p>
        <UserText>{passkey.name}</UserText> · <Time at={passkey.createdAt} />
      </p>
      <p className="note is-urgent">{texts.confirm.what}</p>
      <ErrorSummary errors={errors} fields={[]} />
      <Form className="row">
        <button className="button is-danger">{texts.remove}</button>
        <a className="button is-quiet" href={link(PASSKEYS)}>
          {t.access.cancel}
        </a>
      </Form>
    </section>
  );
}
