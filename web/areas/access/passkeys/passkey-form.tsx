import type { ReactNode } from 'react';
import { Form } from '../../../parts/forms/form.tsx';
import { useSite } from '../../../site/context.ts';

interface PasskeyFormProps {
  readonly ceremony: 'registration' | 'sign-in';
  readonly children: ReactNode;
}

/** A form that the browser completes with a passkey; a browser without them shows what to do instead. */
export function PasskeyForm({ ceremony, children }: PasskeyFormProps) {
  const { t, publicUrl } = useSite();
  const { without, cancelled, known, failed } = t.access.passkey;
  return (
    <passkey-form
      ceremony={ceremony}
      endpoint={new URL(`${publicUrl}/graphql`).pathname}
      cancelled={cancelled}
      known={known}
      failed={failed}
    >
      <p className="quiet" data-without="">
        {without}
      </p>
      <Form className="stack" isHidden>
        <input type="hidden" name="credential" />
        {children}
      </Form>
    </passkey-form>
  );
}

/** The credential in the field of the form; an empty object, which the API refuses, for what is none. */
export function credentialOf(form: URLSearchParams): Record<string, unknown> {
  try {
    const credential: unknown = JSON.parse(form.get('credential') ?? '');
    return typeof credential === 'object' && credential !== null ? { ...credential } : {};
  } catch {
    return {};
  }
}
