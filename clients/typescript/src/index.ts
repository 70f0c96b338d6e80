export { createGiveaways, type Giveaways, type GiveawaysOptions } from './giveaways.js';
export { GiveawaysError } from './giveaways-error.js';
export { readWebhook, type WebhookEvent } from './read-webhook.js';
export type * from './generated/types.gen.js';
