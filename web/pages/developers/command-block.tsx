import { useSite } from '../../site/context.ts';
import type { Command } from './commands.ts';

/** A command, which the reader can select, or copy where the browser runs scripts. */
export function CommandBlock({ command: { id, text } }: { readonly command: Command }) {
  const { t } = useSite();
  return (
    <div className="command">
      <pre tabIndex={0}>
        <code id={id}>{text}</code>
      </pre>
      <copy-button for={id} label={t.developers.copy} done={t.developers.copied} />
    </div>
  );
}
