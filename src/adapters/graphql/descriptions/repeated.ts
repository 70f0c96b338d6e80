import { OperationTypeNode } from 'graphql';

/** The descriptions of the types at the root of the schema. */
export const ROOT_TYPES: Readonly<Record<OperationTypeNode, string>> = {
  [OperationTypeNode.QUERY]:
    'Reads. The feed and the chain are public; a field of an account, a provider or the operator needs its credential.',
  [OperationTypeNode.MUTATION]:
    'Changes. All but signing in and statements that an owner has signed need a credential. A document has at most one change of the chain.',
  [OperationTypeNode.SUBSCRIPTION]: 'Values that follow each other, over WebSocket (graphql-transport-ws).',
};

/** The descriptions of fields that have the same meaning in several types. */
export const FIELDS: Readonly<Record<string, string>> = {
  cursor: 'The position of the item: a value for `after` and `before`.',
  edges: 'The items of the page, each with its cursor.',
  node: 'The item.',
  pageInfo: 'The ends of the page, and whether the list continues beyond them.',

  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
  revokedAt: 'When it was revoked, from when on it is refused; null while it is valid.',
  rotatedAt: 'When its secret was last replaced; null if it never was.',
  scopes: 'The names of its scopes, such as giveaways:publish.',

  transactionHash: 'The transaction of the chain that made it.',
  blockNumber: 'The number of the block with its transaction.',
  metadataUri: 'The URI of a document about it that the provider publishes; null or empty without one.',
  passportId: 'The number of the passport in this service.',

  apiKey: 'The key after the change, without its secret.',
  client: 'The service client after the change, without its secret.',
  delivery: 'The delivery after the change.',
  listing: 'The listing after the change.',
  operation: 'The accepted operation, in its present state.',
  provider: 'The provider after the change.',
  signer: 'The signer after the change.',
  wallet: 'The wallet after the change.',
  webhook: 'The webhook after the change, without its secret.',
};

/** The descriptions of arguments that have the same meaning at several fields. */
export const ARGUMENTS: Readonly<Record<string, string>> = {
  filter: 'What the items must match; without it all are in the list.',
  giveaway: 'The id of the giveaway.',
  id: 'The id of the object.',
  ids: 'The ids of the objects.',
  index: 'The index of the round, counted from 0.',
  input: 'The fields of the request.',
  owner: 'The wallet that holds the passports.',
  passportId: 'The number of the passport in this service.',
  round: 'The id of the round.',
  sourceExternalId: 'Your own ID of the giveaway.',
};
