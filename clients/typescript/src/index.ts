export { createGiveaways, type Giveaways, type GiveawaysOptions } from './giveaways.ts';
export { GiveawaysError } from './giveaways-error.ts';
export { readWebhook, type WebhookEvent } from './read-webhook.ts';
export type * from './generated/types.gen.ts';
