import { useSite } from '../site/context.ts';

/** A hash or an address on one line; a click, a tap or the focus shows and selects all of it. */
export function Hash({ children, id }: { readonly children: string; readonly id?: string }) {
  return (
    <code className="hash" tabIndex={0} id={id}>
      {children}
    </code>
  );
}

/** A hash or an address, shortened, with a button that copies all of it. The page needs the island `copy-button`. */
export function CopiedHash({ children }: { readonly children: string }) {
  const { t } = useSite();
  return (
    <span className="copied-hash">
      <Hash>{children}</Hash> <copy-button label={t.shell.copy} done={t.shell.copied} />
    </span>
  );
}
