import { findPublisher } from '../../../core/feed/find-publisher.ts';
import { findApiKey } from '../../../core/api-keys/find-api-key.ts';
import { DomainError } from '../../../core/errors.ts';
import { findListing } from '../../../core/listings/find-listing.ts';
import { findOperation } from '../../../core/operations/find-operation.ts';
import { provider } from '../../../core/providers/provider.ts';
import { run } from '../../../core/use-case.ts';
import { presentApiKey } from '../api-keys/present-api-key.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { presentListing } from '../listings/present-listing.ts';
import { presentPublisher } from '../listings/present-publisher.ts';
import { presentOperation } from '../operations/present-operation.ts';
import { presentProvider } from '../providers/present-provider.ts';
import type { Node } from './node-types.ts';

type Find = (id: string, context: GraphqlContext) => Promise<Node | null>;

/** How an object is found by its id, by the prefix of the id. Objects of the chain's read model have other prefixes. */
const FINDERS: Readonly<Record<string, Find>> = {
  lst: async (id, { loaders, caller }) =>
    present(await run(loaders, caller, findListing, { id }), presentListing),
  pub: async (id, { loaders, caller }) =>
    present(await run(loaders, caller, findPublisher, { id }), presentPublisher),
  prv: async (id, context) => present(await context.run(provider, { id }), presentProvider),
  key: async (id, context) => present(await context.run(findApiKey, { id }), presentApiKey),
  opn: async (id, context) =>
    present(await absentAsUndefined(context.run(findOperation, { id })), presentOperation),
};

/**
 * The object with a global id; null when there is none, or none that the caller may see. Throws UNAUTHENTICATED or
 * UNAUTHORIZED for an id whose type the caller may never read.
 */
export function findNode(id: string, context: GraphqlContext): Promise<Node | null> {
  const prefix = id.slice(0, Math.max(0, id.indexOf('_')));
  const find = Object.hasOwn(FINDERS, prefix) ? FINDERS[prefix] : undefined;
  return find ? find(id, context) : context.loaders.reads.node(id);
}

function present<Item>(item: Item | undefined, toNode: (item: Item) => Node): Node | null {
  return item === undefined ? null : toNode(item);
}

async function absentAsUndefined<Item>(finding: Promise<Item>): Promise<Item | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
