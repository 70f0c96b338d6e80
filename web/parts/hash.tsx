import { useSite } from '../site/context.ts';

/** A hash or an address on one line; a click, a tap or the focus shows and selects all of it. */
export function Hash({ children, id }: { readonly children: string; readonly id?: string }) {
  return (
    <code className="hash" tabIndex={0} id={id}>
      {children}
    </code>
  );
}

/** What an explorer of blocks has a page for: the first part of the page's path (EIP-3091). */
export type Explored = 'address' | 'tx';

interface ExploredHashProps {
  readonly children: string;
  /** Undefined for what is not on the gateway's chain. */
  readonly explored?: Explored | undefined;
}

const PATTERNS = { address: /^0x[\da-f]{40}$/i, tx: /^0x[\da-f]{64}$/i } as const;

/** A hash or an address; on the gateway's chain a link to it in the explorer of blocks, when the operator has set one. */
export function ExploredHash({ children, explored }: ExploredHashProps) {
  const { explorerUrl } = useSite();
  if (explorerUrl === undefined || explored === undefined || !PATTERNS[explored].test(children))
    return <Hash>{children}</Hash>;
  return (
    <a className="hash" href={`${explorerUrl}/${explored}/${children}`} rel="noopener noreferrer">
      <code>{children}</code>
    </a>
  );
}

/** A hash or an address, shortened, with a button that copies all of it. The page needs the island `copy-button`. */
export function CopiedHash({ children, explored }: ExploredHashProps) {
  const { t } = useSite();
  return (
    <span className="copied-hash">
      <ExploredHash explored={explored}>{children}</ExploredHash>{' '}
      <copy-button label={t.shell.copy} done={t.shell.copied} />
    </span>
  );
}
