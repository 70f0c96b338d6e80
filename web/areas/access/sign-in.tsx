import { Me, RequestCode, SignIn, SignInWithPasskey, SignOut } from '../../documents/generated.ts';
import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import { Form } from '../../parts/forms/form.tsx';
import { ErrorSummary, Field } from '../../parts/forms/errors.tsx';
import { useSite } from '../../site/context.ts';
import {
  formStatus,
  type FormVisit,
  type Page,
  type PageResponse,
  type View,
  type Visit,
} from '../../site/page.ts';
import { valueOf } from '../../site/query.ts';
import { SIGN_IN, linkToNext } from './area.tsx';
import { credentialOf, PasskeyForm } from './passkeys/passkey-form.tsx';

const CODE = '/access/sign-in/code';

/** The first page of the area: the keys, or the sign-in. */
export const accessPage: Page = {
  path: '/access',
  access: 'session',
  get: ({ site }) => ({ kind: 'redirect', to: site.link('/access/keys') }),
};

/** Asks for the e-mail address that a one-time code is sent to, or for a passkey. */
export const signInPage: Page = {
  path: SIGN_IN,
  access: 'session',
  parameters: ['next', 'ended'],
  async get(visit) {
    const { site, parameters, tryQuery } = visit;
    const { data } = await tryQuery(Me, {});
    if (data?.viewer) return { kind: 'redirect', to: linkToNext(site, valueOf(parameters, 'next')) };
    return emailView(visit, '', []);
  },
  async post(visit) {
    const { site, parameters, form, tryQuery } = visit;
    if (form.has('credential')) return signInWithPasskey(visit);
    const email = form.get('email') ?? '';
    const { data, errors } = await tryQuery(RequestCode, { input: { email, language: site.language } });
    if (data === undefined) return emailView(visit, email, errors);
    const next = valueOf(parameters, 'next');
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
    const { site, parameters, form, tryQuery } = visit;
    const code = (form.get('code') ?? '').replaceAll(/\s/g, '');
    const email = form.get('email') ?? '';
    const { data, errors } = await tryQuery(SignIn, { input: { email, code, language: site.language } });
    // A second click finds the code used, and the session of the first one open.
    if (data === undefined && (await signedInAs(visit)) !== email) return codeView(visit, errors);
    return { kind: 'redirect', to: linkToNext(site, valueOf(parameters, 'next')) };
  },
};

/** Ends the session. */
export const signOutPage: Page = {
  path: '/access/sign-out',
  access: 'session',
  get: ({ site }) => ({ kind: 'redirect', to: site.link('/access/keys') }),
  async post({ site, tryQuery }) {
    await tryQuery(SignOut, {});
    return { kind: 'redirect', to: site.link(SIGN_IN), clears: true };
  },
};

async function signInWithPasskey(visit: FormVisit): Promise<PageResponse> {
  const { site, parameters, form, tryQuery } = visit;
  const { data, errors } = await tryQuery(SignInWithPasskey, {
    input: { credential: credentialOf(form), language: site.language },
  });
  // A second click finds the challenge used, and the session of the first one open.
  const isUsed = errors.some(({ reason }) => reason === 'PASSKEY_CHALLENGE_INVALID');
  const isRepeated = isUsed && (await signedInAs(visit)) !== undefined;
  if (data === undefined && !isRepeated) return emailView(visit, '', errors);
  return { kind: 'redirect', to: linkToNext(site, valueOf(parameters, 'next')) };
}

/** The e-mail address of the session. */
async function signedInAs({ tryQuery }: Visit): Promise<string | undefined> {
  return (await tryQuery(Me, {})).data?.viewer?.email;
}

function emailView({ site, parameters }: Visit, email: string, errors: readonly PageQueryError[]): View {
  return {
    kind: 'view',
    title: site.t.access.signIn,
    isListed: false,
    status: formStatus(errors),
    islands: site.hasPasskeys ? ['passkey-form'] : [],
    body: <EmailForm email={email} errors={errors} ended={valueOf(parameters, 'ended')} />,
  };
}

function codeView({ site, parameters }: Visit, errors: readonly PageQueryError[]): View {
  return {
    kind: 'view',
    title: site.t.access.signIn,
    isListed: false,
    status: formStatus(errors),
    body: <CodeForm email={valueOf(parameters, 'email') ?? ''} errors={errors} />,
  };
}

interface EmailFormProps {
  readonly email: string;
  readonly errors: readonly PageQueryError[];
  /** `yes` when a session has ended by itself. */
  readonly ended: string | undefined;
}

function EmailForm({ email, errors, ended }: EmailFormProps) {
  const { t, hasPasskeys } = useSite();
  return (
    <section className="narrow stack">
      <h1>{t.access.signIn}</h1>
      <p>{t.access.signInWhat}</p>
      {ended === 'yes' && errors.length === 0 && <p className="note">{t.access.notSignedIn}</p>}
      <ErrorSummary errors={errors} fields={[{ name: 'email', label: t.access.email }]} />
      <Form className="stack">
        <Field name="email" label={t.access.email} hint={t.access.emailHint} errors={errors}>
          {(attributes) => (
            <input
              {...attributes}
              type="email"
              autoComplete={hasPasskeys ? 'username webauthn' : 'email'}
              required
              maxLength={254}
              defaultValue={email}
            />
          )}
        </Field>
        <button className="button">{t.access.sendCode}</button>
      </Form>
      {hasPasskeys && (
        <PasskeyForm ceremony="sign-in">
          <button className="button is-quiet">{t.access.passkey.signIn}</button>
        </PasskeyForm>
      )}
    </section>
  );
}

function CodeForm({ email, errors }: Omit<EmailFormProps, 'ended'>) {
  const { t, link } = useSite();
  return (
    <section className="narrow stack">
      <h1>{t.access.enterCode}</h1>
      <p>
        {t.access.codeSent} <bdi>{email}</bdi>
      </p>
      <ErrorSummary errors={errors} fields={[{ name: 'code', label: t.access.code }]} />
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
