import { Me } from '../../documents/generated.ts';
import { KeptForm } from '../../parts/forms/kept-form.tsx';
import type { FormVisit, View } from '../../site/page.ts';
import { isSignedOut, SIGN_IN } from './area.tsx';

/**
 * When the session has ended, or belongs to another account than the form says: the form again, to be sent after a sign-in in another
 * tab.
 */
export async function keepForm({ site, form, tryQuery }: FormVisit): Promise<View | undefined> {
  const { errors } = await tryQuery(Me, {});
  const account = form.get('account');
  const isOfAnother = account !== null && site.account !== undefined && account !== site.account;
  if (!isSignedOut(errors) && !isOfAnother) return undefined;
  const { title, what, signIn } = isOfAnother ? site.t.drafts.otherAccount : site.t.access.keptForm;
  return {
    kind: 'view',
    title,
    isListed: false,
    status: isOfAnother ? 409 : 401,
    body: (
      <KeptForm title={title} what={what} form={form}>
        <p>
          <a className="button" href={site.link(SIGN_IN)} target="_blank" rel="noopener">
            {signIn}
          </a>
        </p>
      </KeptForm>
    ),
  };
}
