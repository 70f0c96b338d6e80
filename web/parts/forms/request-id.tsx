import { useSite } from '../../site/context.ts';

/** The id of a request that failed, as the log of the service has it. */
export function RequestId({ children }: { readonly children: string | undefined }) {
  const { t } = useSite();
  if (children === undefined) return null;
  return (
    <p className="quiet">
      {t.failures.request} <code>{children}</code>
    </p>
  );
}
