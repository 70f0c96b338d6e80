import { randomUUID } from 'node:crypto';
import { DRAFT_TEXTS } from '../../../src/core/listings/drafts/saved-draft.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';

const DRAFT = `id revision listingId listingVersion savedAt picture { id } texts { ${DRAFT_TEXTS.join(' ')} }`;
const SAVE = `mutation ($input: SaveListingDraftInput!) { saveListingDraft(input: $input) { draft { ${DRAFT} } } }`;
const ONE = `query ($id: ID!) { listingDraft(id: $id) { ${DRAFT} } }`;
const DELETE = 'mutation ($input: DeleteListingDraftInput!) { deleteListingDraft(input: $input) { id } }';
const PUBLISH = `mutation (
  $input: PublishListingInput!, $expected: ExpectedListingInput, $draftId: ID, $draftRevision: Int
) {
  publishListing(input: $input, expected: $expected, draftId: $draftId, draftRevision: $draftRevision) {
    listing { id updatedAt }
  }
}`;
export const LIST_DRAFTS = `query ($first: Int, $after: String, $last: Int) {
  listingDrafts(first: $first, after: $after, last: $last) {
    nodes { id revision texts { title } } pageInfo { hasNextPage endCursor }
  }
}`;

/** A new id of a draft. */
export const newId = () => randomUUID().replaceAll('-', '');

/** The reason of the first error of a response, or its message. */
export const reasonOf = ({ errors }: Json) => errors?.[0].extensions.reason ?? errors?.[0].message;

/** What an account does with its drafts at a gateway; `token` is its session token. */
export function draftingAt(gateway: () => Gateway, token: () => string) {
  const send = async (document: string, variables: object, as = token()): Promise<Json> =>
    (await gateway().graphql(document, variables, as)).body;
  const save = (input: object, as = token()) =>
    send(SAVE, { input: { revision: 0, texts: {}, ...input } }, as);
  return {
    send,
    save,
    async saved(input: object, as = token()): Promise<Json> {
      const { data, errors } = await save(input, as);
      if (errors) throw new Error(errors[0].message);
      return data.saveListingDraft.draft;
    },
    list: async (as = token()): Promise<Json[]> => (await send(LIST_DRAFTS, {}, as)).data.listingDrafts.nodes,
    find: async (id: string, as = token()): Promise<Json> => (await send(ONE, { id }, as)).data.listingDraft,
    remove: (input: object, as = token()) => send(DELETE, { input }, as),
    publish: (variables: object, as = token()) => send(PUBLISH, variables, as),
  };
}
