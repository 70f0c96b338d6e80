import { Me, RequestCode, SignIn, SignOut } from '../../documents/generated.ts';
import type { AskedError } from '../../site/contract.ts';
import { Form } from '../../parts/form.tsx';
import { useSite } from '../../site/context.ts';
import type { Page, View, Visit } from '../../site/page.ts';
import { valueOf } from '../../site/query.ts';
import { Field, Messages, SIGN_IN, linkToNext } from './area.tsx';

const CODE = '/access/sign-in/code';

/** The first page of the area: the keys, or the sign-in. */
export const accessPage: Page = {
  path: '/access',
  access: 'session',
  get: ({ site }) => ({ kind: 'redirect', to: site.link('/access/keys') }),
};

/** Asks for the e-mail address that a one-time code is sent to. */
export const signInPage: Page = {
  path: SIGN_IN,
  access: 'session',
  parameters: ['next', 'ended'],
  async get(visit) {
    const { site, query, tryAsk } = visit;
    const { data } = await tryAsk(Me, {});
    if (data?.viewer) return { kind: 'redirect', to: linkToNext(site, valueOf(query, 'next')) };
    return emailView(visit, '', []);
  },
  async post(visit) {
    const { site, query, form, tryAsk } = visit;
    const email = form.get('email') ?? '';
    const { data, errors } = await tryAsk(RequestCode, { email });
    if (data === undefined) return emailView(visit, email, errors);
    const next = valueOf(query, 'next');
    return { kind: 'redirect', to: site.link(CODE, { email: data.requestSignInCode.email, next }) };
  },
};

/** Asks for the one-time code. */
export const codePage: Page = {
  path: CODE,
  access: 'session',
  parameters: ['email', 'next'],
  get: (visit) => codeView(visit, []),
  async post(visit) {
    const { site, query, form, tryAsk } = visit;
    const code = (form.get('code') ?? '').replaceAll(/\s/g, '');
    const { data, errors } = await tryAsk(SignIn, { email: form.get('email') ?? '', code });
    // A second click finds the code used, and the session of the first one open.
    const isOpen = data !== undefined || (await tryAsk(Me, {})).data?.viewer != null;
    if (!isOpen) return codeView(visit, errors);
    return { kind: 'redirect', to: linkToNext(site, valueOf(query, 'next')) };
  },
};

/** Ends the session. */
export const signOutPage: Page = {
  path: '/access/sign-out',
  access: 'session',
  get: ({ site }) => ({ kind: 'redirect', to: site.link('/access/keys') }),
  async post({ site, tryAsk }) {
    await tryAsk(SignOut, {});
    return { kind: 'redirect', to: site.link(SIGN_IN, { ended: 'by-you' }), clears: true };
  },
};

function emailView({ site, query }: Visit, email: string, errors: readonly AskedError[]): View {
  return {
    kind: 'view',
    title: site.t.access.signIn,
    isListed: false,
    status: errors.length > 0 ? 400 : 200,
    body: <EmailForm email={email} errors={errors} isEnded={valueOf(query, 'ended') === 'yes'} />,
  };
}

function codeView({ site, query }: Visit, errors: readonly AskedError[]): View {
  return {
    kind: 'view',
    title: site.t.access.signIn,
    isListed: false,
    status: errors.length > 0 ? 400 : 200,
    body: <CodeForm email={valueOf(query, 'email') ?? ''} errors={errors} />,
  };
}

interface EmailFormProps {
  readonly email: string;
  readonly errors: readonly AskedError[];
  readonly isEnded: boolean;
}

function EmailForm({ email, errors, isEnded }: EmailFormProps) {
  const { t } = useSite();
  return (
    <section className="narrow stack">
      <h1>{t.access.signIn}</h1>
      <p>{t.access.signInWhat}</p>
      {isEnded && errors.length === 0 && <p className="note">{t.access.notSignedIn}</p>}
      <Messages errors={errors} fields={['email']} />
      <Form className="stack">
        <Field name="email" label={t.access.email} hint={t.access.emailHint} errors={errors}>
          {(attributes) => (
            <input
              {...attributes}
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              defaultValue={email}
            />
          )}
        </Field>
        <button className="button">{t.access.sendCode}</button>
      </Form>
    </section>
  );
}

function CodeForm({ email, errors }: Omit<EmailFormProps, 'isEnded'>) {
  const { t, link } = useSite();
  return (
    <section className="narrow stack">
      <h1>{t.access.enterCode}</h1>
      <p>
        {t.access.codeSent} <bdi>{email}</bdi>
      </p>
      <Messages errors={errors} fields={['code']} />
      <Form className="stack">
        <input type="hidden" name="email" value={email} />
        <Field name="code" label={t.access.code} hint={t.access.codeHint} errors={errors}>
          {(attributes) => (
            <input
              {...attributes}
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9 ]*"
              required
              maxLength={20}
            />
          )}
        </Field>
        <button className="button">{t.access.signIn}</button>
      </Form>
      <p>
        <a href={link(SIGN_IN)}>{t.access.otherAddress}</a>
      </p>
    </section>
  );
}
