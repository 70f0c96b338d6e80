import { account, input, listing, page, type CallExamples } from '../examples/example.ts';

const landingUrl = 'https://publisher.example/giveaways/summer-2027';
const publisher = 'pub_019a9f0c5d3e7b1f2a4c6d8e9f0a1b2c';
const draft = '3f2a9c1e7b5d4806';
const sourceExternalId = 'summer-2027';

const shown = {
  title: 'Ten copies of Lantern Road',
  description: 'Free to enter, one entry each, worldwide.',
  endDate: '2027-08-31T18:00:00Z',
};

/** Example calls of the root fields of listings. */
export const LISTING_EXAMPLES: CallExamples = {
  query: {
    listing: [listing, 'title landingUrl endDate verified publisher { id }'],
    publisher: [{ id: publisher }, 'kind createdAt name links'],
    publisherListings: [{ publisher, ...page }, 'nodes { title endDate } pageInfo { hasNextPage endCursor }'],
    myListing: [{ sourceExternalId }, 'status title updatedAt'],
    listingDrafts: [page, 'nodes { id revision texts { title } listingId savedAt }'],
    listingDraft: [{ id: draft }, 'revision texts { title description landingUrl } savedAt'],
    myListings: [page, 'edges { node { sourceExternalId status } } pageInfo { hasNextPage endCursor }'],
  },
  mutation: {
    publishListing: input({ sourceExternalId, ...shown, landingUrl }, 'listing { id status updatedAt }'),
    withdrawListing: input({ sourceExternalId }, 'status'),
    publishLegacyListing: input(
      { externalId: sourceExternalId, ...shown, url: landingUrl },
      'listing { id status }',
    ),
    // DateTime has no literals of texts.
    verifyListing: `mutation {
  verifyListing(input: { id: "${listing.id}", expectedUpdatedAt: "2027-06-01T09:30:00.000Z" }) {
    listing { verified }
  }
}`,
    hideListing: input({ ...listing, reason: 'The entry page asks for passwords.' }, 'listing { id }'),
    unhideListing: input(listing, 'listing { id }'),
    blockPublisher: input({ id: publisher, reason: 'Repeated false prizes.' }, 'listings'),
    saveListingDraft: input(
      { id: draft, revision: 0, texts: { title: shown.title, description: 'To be written.' } },
      'draft { revision savedAt }',
    ),
    deleteListingDraft: input({ id: draft }, 'id'),
    setListingPicture: input(
      { sourceExternalId, picture: `${'5f'.repeat(32)}-1280x853` },
      'listing { picture { medium width height } }',
    ),
    unblockPublisher: input({ id: publisher }, 'listings'),
    unverifyListing: input(listing, 'listing { verified }'),
    migrateListings: input(
      { namespace: 'client:https://issuer.example.com#shop', account },
      'migrated left replaced',
    ),
    assignLegacyListing: input({ externalId: sourceExternalId, account }, 'listing { publisher { id } }'),
    importLegacyListings: `mutation ($listings: [PublishLegacyListingInput!]!) {
  importLegacyListings(input: { listings: $listings }) { imported skipped }
}`,
  },
};
