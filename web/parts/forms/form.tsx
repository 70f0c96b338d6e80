import type { ReactNode } from 'react';
import { useSite } from '../../site/context.ts';

interface FormProps {
  readonly className?: string;
  /** Whether a field takes a file. */
  readonly takesFiles?: boolean;
  /** Whether it is hidden until a script shows it. */
  readonly isHidden?: boolean;
  readonly children: ReactNode;
}

/**
 * A form that is sent to its page. Its address differs from the page's in a parameter that no page reads: otherwise the response,
 * or the error page of a lost connection, would replace the page in the browser's history, with what was entered there. It names the
 * account that has opened it, which comes last: a form that is sent again names the first one that did.
 */
export function Form({ className, takesFiles, isHidden, children }: FormProps) {
  const { here, now, account } = useSite();
  return (
    <form
      method="post"
      action={here({ sent: String(now.getTime()) })}
      encType={takesFiles ? 'multipart/form-data' : undefined}
      className={className}
      hidden={isHidden}
    >
      {children}
      {account !== undefined && <input type="hidden" name="account" value={account} />}
    </form>
  );
}
