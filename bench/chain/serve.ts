import { measureSender, type Callers } from './measurement.ts';
import type { Sender, SenderSetting, StartSender } from './sender.ts';

/** Requests to a sender's process, in this order. */
export type Request =
  | { readonly kind: 'start'; readonly setting: SenderSetting }
  | { readonly kind: 'run'; readonly setting: SenderSetting; readonly load: Callers }
  | { readonly kind: 'stop' };

/** Lets the parent process use the sender. */
export function serve(start: StartSender): void {
  let sender: Sender | undefined;
  process.on('message', (request: Request) => {
    respondTo(request).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());

  async function respondTo(request: Request): Promise<unknown> {
    if (request.kind === 'start') {
      sender = await start(request.setting);
      return sender.signers;
    }
    if (sender === undefined) throw new Error('The sender was not started.');
    if (request.kind === 'run') return measureSender(sender, request.setting, request.load);
    await sender.stop();
    return undefined;
  }
}
