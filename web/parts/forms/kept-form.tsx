import type { ReactNode } from 'react';
import { useSite } from '../../site/context.ts';
import { Form } from './form.tsx';
import { RequestId } from './request-id.tsx';

interface KeptFormProps {
  readonly title: string;
  readonly what: string;
  readonly form: URLSearchParams;
  /** The id of the request that failed. */
  readonly requestId?: string | undefined;
  /** What to do before. */
  readonly children?: ReactNode;
}

/** A form that could not be carried out now, with what was entered, to be sent again. */
export function KeptForm({ title, what, form, requestId, children }: KeptFormProps) {
  const { t } = useSite();
  return (
    <section className="narrow stack">
      <h1>{title}</h1>
      <p className="note" role="alert">
        {what}
      </p>
      {children}
      <Form>
        {[...form].map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <button className="button is-quiet">{t.failures.sendAgain}</button>
      </Form>
      <RequestId>{requestId}</RequestId>
    </section>
  );
}
