import { Webhook } from 'standardwebhooks';
import type {
  OnOperationConfirmedWebhookPayload,
  OnOperationFailedWebhookPayload,
  OnOperationReorgedWebhookPayload,
  OnRoundClosedWebhookPayload,
  OnRoundDecidedWebhookPayload,
  OnRoundVoidedWebhookPayload,
} from './generated/types.gen.ts';

/** A message of a webhook; `type` tells which. Ignore a type that you do not know. */
export type WebhookEvent =
  | OnOperationConfirmedWebhookPayload
  | OnOperationFailedWebhookPayload
  | OnOperationReorgedWebhookPayload
  | OnRoundClosedWebhookPayload
  | OnRoundDecidedWebhookPayload
  | OnRoundVoidedWebhookPayload;

/**
 * Checks the signature and the time of a message (Standard Webhooks 1.0), and reads it. `body` is the body as it arrived, `secret`
 * one `whsec_…`, or during a rotation both. Throws an Error when no secret made the signature, or when the message is older than
 * five minutes.
 */
export function readWebhook(
  body: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string | readonly string[],
): WebhookEvent {
  const named =
    headers instanceof Headers
      ? [...headers]
      : Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const flat = Object.fromEntries(named) as Record<string, string>;
  const secrets = typeof secret === 'string' ? [secret] : secret;
  let failure: unknown = new Error('No secret is given.');
  for (const each of secrets) {
    try {
      return new Webhook(each).verify(body, flat) as WebhookEvent;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
