import { Me } from '../../documents/generated.ts';
import { useSite } from '../../site/context.ts';
import type { FormVisit, View } from '../../site/page.ts';
import { isSignedOut, SIGN_IN } from './area.tsx';

/** When the session has ended: the form again, to be sent after a sign-in in another tab. */
export async function keepForm({ site, form, tryAsk }: FormVisit): Promise<View | undefined> {
  const { errors } = await tryAsk(Me, {});
  if (!isSignedOut(errors)) return undefined;
  return {
    kind: 'view',
    title: site.t.access.keptForm.title,
    isListed: false,
    status: 401,
    body: <KeptForm fields={[...form]} />,
  };
}

function KeptForm({ fields }: { readonly fields: readonly (readonly [string, string])[] }) {
  const { t, link } = useSite();
  const { title, what, signIn, again } = t.access.keptForm;
  return (
    <section className="narrow stack">
      <h1>{title}</h1>
      <p className="note" role="alert">
        {what}
      </p>
      <p>
        <a className="button" href={link(SIGN_IN)} target="_blank" rel="noopener">
          {signIn}
        </a>
      </p>
      <form method="post">
        {fields.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <button className="button is-quiet">{again}</button>
      </form>
    </section>
  );
}
