import { Me } from '../../documents/generated.ts';
import { KeptForm } from '../../parts/forms/kept-form.tsx';
import type { FormVisit, View } from '../../site/page.ts';
import { isSignedOut, SIGN_IN } from './area.tsx';

/** When the session has ended: the form again, to be sent after a sign-in in another tab. */
export async function keepForm({ site, form, tryQuery }: FormVisit): Promise<View | undefined> {
  const { errors } = await tryQuery(Me, {});
  if (!isSignedOut(errors)) return undefined;
  const { title, what, signIn } = site.t.access.keptForm;
  return {
    kind: 'view',
    title,
    isListed: false,
    status: 401,
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
