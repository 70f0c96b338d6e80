import { describe, expect, it } from '@jest/globals';
import { draft, legacyDraft, newEmail } from '../../support/listings.ts';
import { REQUESTS, toMutation } from '../../support/providers/provider-requests.ts';
import { WHO } from './callers-table.ts';
import { FIELDS, openTo, expected } from './permissions-table.ts';
import { ACCOUNT_OPERATIONS } from './account-operations.ts';
import { gateway, email, credentials, codeOf, useCredentials } from './credentials.ts';

useCredentials();

const contactStatement = () => ({
  passportId: 1,
  provider: 'prv_none',
  issuedAt: new Date().toISOString(),
  signature: '0x00',
});

/** Every operation with valid arguments; `account` is an address that only the operator must name. */
const OPERATIONS: Readonly<
  Record<string, (account: string | null) => readonly [query: string, variables?: object]>
> = {
  feed: () => ['{ feed { edges { node { id } } totalCount } }'],
  feedFacets: () => ['{ feedFacets { platforms { name count } isExact } }'],
  listing: () => ['{ listing(id: "lst_none") { id } }'],
  node: () => ['{ node(id: "pub_none") { id } }'],
  nodes: () => ['{ nodes(ids: ["pub_none", "gwy_none"]) { id } }'],
  publisher: () => ['{ publisher(id: "pub_none") { id } }'],
  publisherListings: () => ['{ publisherListings(publisher: "pub_none") { nodes { id } } }'],
  roundCharts: () => ['{ roundCharts(round: "rnd_none") { isSampled } }'],
  statistics: () => [
    '{ statistics(from: "2026-11-01", to: "2026-11-30") { days { day } listingsByPlatform { day } } }',
  ],
  trackRecord: () => [`{ trackRecord(provider: "0x${'4e'.repeat(32)}") { roundsDecided } }`],
  giveaway: () => ['{ giveaway(id: "gwy_none") { id currentRound { state } } }'],
  giveaways: () => [
    '{ giveaways(first: 1) { nodes { id rounds { edges { node { winner { wallet } } } } } } }',
  ],
  round: () => ['{ round(id: "rnd_none") { id receipt { by } delivery { recipient } } }'],
  passport: () => ['{ passport(passportId: 1) { id entries { nodes { history { nodes { id } } } } } }'],
  passports: () => [
    '{ passports(owner: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed") { nodes { transfers { nodes { id } } } } }',
  ],
  passportContactMessage: () => [
    '{ passportContactMessage(input: { passportId: 1, provider: "prv_none", action: REVOKE }) { issuedAt } }',
  ],
  sharePassportContact: () => [
    'mutation ($input: SharePassportContactInput!) { sharePassportContact(input: $input) { sharedAt } }',
    { input: { ...contactStatement(), email } },
  ],
  revokePassportContact: () => [
    'mutation ($input: RevokePassportContactInput!) { revokePassportContact(input: $input) { revokedAt } }',
    { input: contactStatement() },
  ],
  entryEvidence: () => [`{ entryEvidence(hash: "0x${'4e'.repeat(32)}") { text } }`],
  eraseEntryEvidence: () => [
    `mutation { eraseEntryEvidence(input: { hash: "0x${'4e'.repeat(32)}" }) { erased } }`,
  ],
  passportContact: () => ['{ passportContact(passportId: 1) { email } }'],
  passportStatus: () => ['mutation { passportStatus(input: { passportId: 1 }) { ownerChanged } }'],
  operation: () => ['{ operation(id: "opn_none") { id error { code } } }'],
  webhooks: () => ['{ webhooks(provider: "prv_none") { edges { node { id url } } } }'],
  webhookDeliveries: () => [
    '{ webhookDeliveries(webhook: "whk_none") { edges { node { id attempts { edges { node { status } } } } } } }',
  ],
  signedWebhookMessage: () => ['{ signedWebhookMessage(delivery: "dlv_none") { id } }'],
  createWebhook: () => [
    'mutation { createWebhook(input: { provider: "prv_none", url: "https://example.com/" }) { secret } }',
  ],
  feedWebhooks: () => ['{ feedWebhooks { nodes { id filter { search } } } }'],
  feedSubscriptions: () => ['{ feedSubscriptions { nodes { callback } } }'],
  removeFeedSubscription: () => [
    'mutation { removeFeedSubscription(input: { id: "sub_1" }) { subscription { id } } }',
  ],
  createFeedWebhook: () => [
    'mutation { createFeedWebhook(input: { url: "https://example.com/" }) { secret } }',
  ],
  rotateWebhookSecret: () => ['mutation { rotateWebhookSecret(input: { id: "whk_none" }) { secret } }'],
  enableWebhook: () => ['mutation { enableWebhook(input: { id: "whk_none" }) { webhook { id } } }'],
  deleteWebhook: () => ['mutation { deleteWebhook(input: { id: "whk_none" }) { webhook { id } } }'],
  redeliverWebhook: () => [
    'mutation { redeliverWebhook(input: { delivery: "msg_none" }) { delivery { id } } }',
  ],
  ...Object.fromEntries(
    Object.entries(REQUESTS).map(([endpoint, body]) => {
      const { name, query, variables } = toMutation(endpoint, body);
      return [name, () => [query, variables] as const];
    }),
  ),
  drawProof: () => ['{ drawProof(giveaway: "gwy_none", round: 0) { ticket } }'],
  viewer: () => [
    '{ viewer { id email createdAt apiKeys { edges { node { id } } } providers { edges { node { id } } } } }',
  ],
  apiKeys: (account) => [
    'query ($account: String) { apiKeys(account: $account) { edges { node { id start } } } }',
    { account },
  ],
  myListing: () => ['{ myListing(sourceExternalId: "none") { id } }'],
  myListings: () => ['{ myListings { edges { node { id } } } }'],
  endSession: () => ['mutation { endSession(input: { id: "ses_none" }) { id } }'],
  endOtherSessions: () => ['mutation { endOtherSessions { ended } }'],
  auditLog: () => ['{ auditLog(first: 1) { edges { node { action } } } }'],
  diagnosis: () => ['{ diagnosis { signers { address } unknownTransactions { hash } } }'],
  wallets: () => ['{ wallets(first: 1) { edges { node { id address } } } }'],
  createWallet: () => ['mutation { createWallet(input: { purpose: SIGNER }) { wallet { id } } }'],
  importWallet: () => [
    'mutation ($input: ImportWalletInput!) { importWallet(input: $input) { wallet { id } } }',
    { input: { purpose: 'SIGNER', privateKey: `0x${'1'.repeat(64)}` } },
  ],
  attachSigner: () => [
    'mutation ($input: AttachSignerInput!) { attachSigner(input: $input) { signer { address balance } } }',
    { input: { provider: 'prv_none', wallet: `0x${'1'.repeat(40)}` } },
  ],
  detachSigner: () => [
    'mutation ($input: DetachSignerInput!) { detachSigner(input: $input) { isRegistered } }',
    { input: { provider: 'prv_none', wallet: `0x${'1'.repeat(40)}` } },
  ],
  takeSnapshot: () => ['mutation { takeSnapshot { folder } }'],
  recordVerifiedBackup: () => [
    'mutation ($input: RecordVerifiedBackupInput!) { recordVerifiedBackup(input: $input) { checksum } }',
    { input: { checksum: 'a'.repeat(64), takenAt: '2026-11-24T12:00:00Z' } },
  ],
  rotateKeyEncryption: () => ['mutation { rotateKeyEncryption(input: {}) { remaining } }'],
  requestSignInCode: () => [`mutation { requestSignInCode(input: { email: "${newEmail()}" }) { email } }`],
  signIn: () => [`mutation { signIn(input: { email: "${newEmail()}", code: "000000" }) { token } }`],
  signOut: () => ['mutation { signOut { signedOut } }'],
  ...ACCOUNT_OPERATIONS,
  provider: () => ['{ provider(id: "prv_none") { id members { edges { node { email } } } } }'],
  providers: () => ['{ providers { edges { cursor node { id members { edges { node { email } } } } } } }'],
  createProvider: () => [
    'mutation { createProvider(input: { name: "A provider" }) { provider { id members { edges { node { email } } } } } }',
  ],
  addProviderMember: () => [
    'mutation ($input: AddProviderMemberInput!) { addProviderMember(input: $input) { provider { id } } }',
    { input: { provider: 'prv_none', account: email } },
  ],
  removeProviderMember: () => [
    'mutation ($input: RemoveProviderMemberInput!) { removeProviderMember(input: $input) { provider { id } } }',
    { input: { provider: 'prv_none', account: email } },
  ],
  createApiKey: (account) => [
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    { input: { account, scopes: ['giveaways:publish'] } },
  ],
  changeApiKey: (account) => [
    'mutation ($input: ChangeApiKeyInput!) { changeApiKey(input: $input) { apiKey { id } } }',
    { input: { account, id: 'key_none', name: 'x' } },
  ],
  rotateApiKey: (account) => [
    'mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { secret } }',
    { input: { account, id: 'key_none' } },
  ],
  revokeApiKey: (account) => [
    'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }',
    { input: { account, id: 'key_none' } },
  ],
  setApiKeySigner: (account) => [
    'mutation ($input: SetApiKeySignerInput!) { setApiKeySigner(input: $input) { apiKey { id } } }',
    { input: { account, id: 'key_none' } },
  ],
  publishListing: () => [
    'mutation ($input: PublishListingInput!) { publishListing(input: $input) { listing { id } } }',
    { input: draft() },
  ],
  withdrawListing: () => ['mutation { withdrawListing(input: { sourceExternalId: "none" }) { status } }'],
  publishLegacyListing: () => [
    'mutation ($input: PublishLegacyListingInput!) { publishLegacyListing(input: $input) { listing { id } } }',
    { input: legacyDraft() },
  ],
  verifyListing: () => ['mutation { verifyListing(input: { id: "lst_none" }) { listing { id } } }'],
  unverifyListing: () => ['mutation { unverifyListing(input: { id: "lst_none" }) { listing { id } } }'],
  hideListing: () => ['mutation { hideListing(input: { id: "lst_none", reason: "x" }) { listing { id } } }'],
  unhideListing: () => ['mutation { unhideListing(input: { id: "lst_none" }) { listing { id } } }'],
  blockPublisher: () => ['mutation { blockPublisher(input: { id: "pub_none", reason: "x" }) { listings } }'],
  listingReportStatus: () => ['{ listingReportStatus(secret: "none") { state } }'],
  listingReports: () => ['{ listingReports(state: OPEN) { nodes { id text } } }'],
  listingReport: () => ['{ listingReport(id: "rpt_none") { id text } }'],
  reportListing: () => [
    'mutation { reportListing(input: { listing: "lst_none", reason: SCAM, text: "x" }) { secret } }',
  ],
  reportFigures: () => ['{ reportFigures(from: "2026-01-01", to: "2026-01-31") { isPartial } }'],
  listingObjections: () => ['{ listingObjections(state: OPEN) { nodes { id text } } }'],
  listingObjection: () => ['{ listingObjection(id: "obj_none") { id text } }'],
  objectToDecision: () => [
    'mutation { objectToDecision(input: { secret: "none", text: "x" }) { objection { state } } }',
  ],
  objectToHiding: () => [
    'mutation { objectToHiding(input: { listing: "lst_none", text: "x" }) { objection { state } } }',
  ],
  decideListingObjection: () => [
    'mutation { decideListingObjection(input: { id: "obj_none", result: UPHELD, reason: "x" }) { objection { id } } }',
  ],
  decideListingReport: () => [
    'mutation { decideListingReport(input: { id: "rpt_none", decision: HIDE, reason: "x" }) { report { id } } }',
  ],
  unblockPublisher: () => ['mutation { unblockPublisher(input: { id: "pub_none" }) { listings } }'],
  migrateListings: () => [
    `mutation { migrateListings(input: { namespace: "client:none#none", account: "${email}" }) { migrated } }`,
  ],
  assignLegacyListing: () => [
    `mutation { assignLegacyListing(input: { externalId: "none", account: "${email}" }) { listing { id } } }`,
  ],
  importLegacyListings: () => [
    'mutation ($listings: [PublishLegacyListingInput!]!) { importLegacyListings(input: { listings: $listings }) { imported } }',
    { listings: [legacyDraft()] },
  ],
  setListingPicture: () => [
    'mutation { setListingPicture(input: { id: "lst_none" }) { listing { picture { id } } } }',
  ],
  myPublisher: () => ['{ myPublisher { id } }'],
  myPublisherDomain: () => ['{ myPublisherDomain { checksAreOn domain { failure { dns { found } } } } }'],
  claimPublisherDomain: () => [
    'mutation { claimPublisherDomain(input: { domain: "publisher.example" }) { domain { name } } }',
  ],
  checkPublisherDomain: () => ['mutation { checkPublisherDomain { domain { name } } }'],
  removePublisherDomain: () => ['mutation { removePublisherDomain { removed } }'],
  setPublisherProfile: () => [
    'mutation { setPublisherProfile(input: { name: "Some" }) { publisher { id } } }',
  ],
  status: () => ['{ status { checkedAt parts { __typename } } }'],
  serviceClients: () => ['{ serviceClients { edges { cursor node { id revokedAt } } } }'],
  revokeServiceClient: () => [
    'mutation { revokeServiceClient(input: { id: "svc_none" }) { client { id } } }',
  ],
  createServiceClient: () => ['mutation { createServiceClient(input: { name: "A partner" }) { secret } }'],
};
/** They answer UNAUTHENTICATED for a wrong code or an unknown passkey. */
const SIGN_INS = ['signIn', 'signInWithPasskey'];
const ROOT_FIELDS = FIELDS.filter(([type]) => type === 'Query' || type === 'Mutation');

describe('every operation over HTTP', () => {
  it.each(ROOT_FIELDS)('%s.%s answers the permitted callers only', async (type, field) => {
    const allowed = openTo(type, field) ?? [];
    const responses: Record<string, string> = {};
    for (const who of WHO) {
      const signedIn = who === 'account' && field === 'signOut';
      const credential = signedIn ? await gateway.signIn() : credentials[who];
      const [query, variables] = OPERATIONS[field]?.(who === 'operator' ? email : null) ?? [''];
      const response = await gateway.graphql(query, variables, credential);
      const code = codeOf(response);
      responses[who] = code?.startsWith('UNAUTH') && !SIGN_INS.includes(field) ? code : 'allowed';
      const foreseen = [undefined, 'NOT_FOUND', 'CHAIN_UNAVAILABLE', 'SIGNER_NOT_CONFIGURED'];
      // Its passkey was made by no device.
      if (field === 'registerPasskey') foreseen.push('INVALID_PAYLOAD');
      const isFine = response.status === 200 && foreseen.includes(code);
      if (responses[who] === 'allowed' && !SIGN_INS.includes(field))
        expect({ who, isFine }).toEqual({ who, isFine: true });
    }
    expect(responses).toEqual(expected(allowed));
  });

  it('names the missing permission to callers with a credential, and asks the others for one', async () => {
    const responses = await Promise.all(
      [undefined, credentials.key].map((credential) =>
        gateway.graphql('{ auditLog { edges { cursor } } }', {}, credential),
      ),
    );
    expect(responses.map(({ body }) => body.errors[0])).toEqual([
      expect.objectContaining({
        path: ['auditLog'],
        extensions: expect.objectContaining({
          code: 'UNAUTHENTICATED',
          reason: 'CREDENTIAL_MISSING',
          retryable: false,
        }),
      }),
      expect.objectContaining({
        path: ['auditLog'],
        extensions: expect.objectContaining({
          code: 'UNAUTHORIZED',
          reason: 'SCOPE_MISSING',
          retryable: false,
        }),
      }),
    ]);
  });

  it.each([
    ['an API key nobody has', 'ggw_live_0000000000000000000000000000000000000000000000000'],
    ['an operator token nobody has', 'gop_0000000000000000000000000000000000000000000000000'],
    ['a session nobody has', 'abcdefghijklmnopqrstuvwxyzabcdef'],
    ['a token of three parts', 'a.b.c'],
  ])('is refused as a whole with %s, including public fields', async (_what, credential) => {
    const response = await gateway.graphql('{ feed { edges { cursor } } }', {}, credential);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(response.body).toEqual({ errors: [expect.objectContaining({ message: expect.any(String) })] });
  });

  it('answers the public part of a request whose private part is denied', async () => {
    const { body } = await gateway.graphql('{ viewer { email } feed { edges { cursor } } }');
    expect(body.data).toEqual({ viewer: null, feed: { edges: expect.any(Array) } });
    expect(body.errors).toHaveLength(1);
  });
});
