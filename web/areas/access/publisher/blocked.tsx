import type { BlockableViewerFragment } from '../../../documents/generated.ts';
import { UserText } from '../../../parts/user-text.tsx';
import { useSite } from '../../../site/context.ts';
import type { View } from '../../../site/page.ts';
import { areaView } from '../area.tsx';

/** Why the operator has blocked the publisher. */
export function BlockedNote({ reason }: { readonly reason: string }) {
  const { t } = useSite();
  return (
    <p className="note is-bad">
      {t.access.blocked} <UserText>{reason}</UserText>
    </p>
  );
}

/** The view in place of a form that the API refuses while the publisher is blocked; undefined when it is not. */
export function blockedView(
  { email, blockedReason }: BlockableViewerFragment,
  title: string,
): View | undefined {
  if (blockedReason === null) return undefined;
  const body = (
    <section className="narrow stack">
      <h1>{title}</h1>
      <BlockedNote reason={blockedReason} />
    </section>
  );
  return areaView({ title, email, body });
}
