import type { ObjectionFragment } from '../../documents/generated.ts';
import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import { useSite } from '../../site/context.ts';
import { Time } from '../time.tsx';
import { UserText } from '../user-text.tsx';
import { ErrorSummary, Field } from './errors.tsx';
import { Form } from './form.tsx';
import { typedLimit } from './typed-limit.ts';

const MAX_TEXT = 2_000;

/** How it stands with the objection of the reader, with the reason of its result. */
export function ObjectionState({ objection }: { readonly objection: ObjectionFragment }) {
  const { t } = useSite();
  const { state, until, resultReason } = objection;
  if (state === 'NONE') return null;
  return (
    <>
      {t.reports.objection.states[state]}
      {until !== null && (
        <>
          {' '}
          <Time at={until} />.
        </>
      )}
      {resultReason !== null && (
        <>
          {' '}
          <UserText>{resultReason}</UserText>
        </>
      )}
    </>
  );
}

interface ObjectionFormProps {
  readonly entered: string;
  readonly errors: readonly PageQueryError[];
}

/** The form of an objection, which its page takes. */
export function ObjectionForm({ entered, errors }: ObjectionFormProps) {
  const { t } = useSite();
  const texts = t.reports.objection;
  return (
    <>
      <ErrorSummary errors={errors} fields={[{ name: 'text', label: texts.text }]} />
      <Form className="stack">
        <Field name="text" label={texts.text} hint={texts.textHint} errors={errors}>
          {(attributes) => (
            <textarea
              {...attributes}
              required
              rows={6}
              maxLength={typedLimit(MAX_TEXT)}
              defaultValue={entered}
            />
          )}
        </Field>
        <p className="quiet">{texts.elsewhere}</p>
        <button className="button">{texts.send}</button>
      </Form>
    </>
  );
}
