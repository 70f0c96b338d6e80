import type { ReactNode } from 'react';
import { useSite } from '../site/context.ts';

/** What programs need, and few people: folded until a reader opens it, or a link leads into it. */
export function TechnicalDetails({ children }: { readonly children: ReactNode }) {
  const { t } = useSite();
  return (
    <details className="panel technical" id="technical">
      <summary>{t.giveaways.technical}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}
