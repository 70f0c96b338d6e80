/// <reference types="vite/client" />
import { createGraphql } from '@giveaway-gateway/client/graphql';

/** The gateway: GIVEAWAYS_URL of the environment in which Vite starts. Queries need no credential and no setting of the gateway. */
export const GATEWAY: string = import.meta.env['GIVEAWAYS_URL'] || 'http://localhost:4000';

/** Sends a query; its document determines the types of the variables and of the result. Rejects with a GiveawaysError. */
export const query = createGraphql({ url: GATEWAY });
