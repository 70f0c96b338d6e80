import { Me } from '../../documents/generated.ts';
import { KeptForm } from '../../parts/forms/kept-form.tsx';
import type { FormVisit, View } from '../../site/page.ts';
import type { Texts } from '../../texts/en.ts';
import { isSignedOut, SIGN_IN } from './area.tsx';

/** A page with the button that signs out: the sign-in leads on somebody who is signed in. */
const ACCOUNT = '/access/sessions';

/** When the session has ended, or is another account's: the form again, to be sent after a sign-in in another tab. */
export async function keepForm(visit: FormVisit): Promise<View | undefined> {
  const other = keepFromOther(visit);
  if (other !== undefined) return other;
  const { errors } = await visit.tryQuery(Me, {});
  return isSignedOut(errors) ? keptView(visit, 401, visit.site.t.access.keptForm, SIGN_IN) : undefined;
}

/** When another account than that of the session has opened the form: the form again. For forms in which nothing is entered. */
export function keepFromOther(visit: FormVisit): View | undefined {
  const { site, form } = visit;
  const account = form.get('account');
  const isOfAnother = account !== null && site.account !== undefined && account !== site.account;
  return isOfAnother ? keptView(visit, 409, site.t.drafts.otherAccount, ACCOUNT) : undefined;
}

/** `path` is where its reader becomes the account of the form. */
function keptView(
  { site, form }: FormVisit,
  status: number,
  texts: Texts['access']['keptForm'],
  path: string,
): View {
  const { title, what, signIn } = texts;
  return {
    kind: 'view',
    title,
    isListed: false,
    status,
    body: (
      <KeptForm title={title} what={what} form={form}>
        <p>
          <a className="button" href={site.link(path)} target="_blank" rel="noopener">
            {signIn}
          </a>
        </p>
      </KeptForm>
    ),
  };
}
