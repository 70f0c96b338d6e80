import { TEST_CHAIN } from '../../parts/chain-facts.tsx';
import { useSite } from '../../site/context.ts';
import type { DrawProps } from './read-round.ts';

/** The command that verifies the draw. */
export function VerifyCommand({ giveaway, round }: Pick<DrawProps, 'giveaway' | 'round'>) {
  const { t, publicUrl } = useSite();
  const { chainId, hub, hubBlock, key } = giveaway;
  const isTest = chainId === TEST_CHAIN;
  const command = [
    `node giveaways.mjs verify-draw --rpc ${isTest ? `${publicUrl}/chain/rpc` : 'https://…'}`,
    `--hub ${hub ?? '0x…'} --giveaway ${key}`,
    `--round ${round.index} --from-block ${hubBlock ?? 0}${isTest ? ` --beacon ${publicUrl}/beacon` : ''}`,
  ].join(' \\\n  ');
  return (
    <section className="stack" aria-labelledby="command">
      <h3 id="command">{t.draw.command}</h3>
      <p>
        <a href={`${publicUrl}/downloads/giveaways.mjs`}>giveaways.mjs</a>
      </p>
      <div>
        <pre tabIndex={0}>
          <code>{command}</code>
        </pre>{' '}
        <copy-button label={t.shell.copy} done={t.shell.copied} />
      </div>
    </section>
  );
}
