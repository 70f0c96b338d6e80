const DRAFT = '3f2a9c1e7b5d4806';

export const MEMBER_MUTATIONS = [
  'invitePublisherMember',
  'setPublisherMemberRole',
  'removePublisherMember',
  'acceptPublisherInvitation',
  'leavePublisher',
] as const;
/** The types of members and memberships, and of what changes them. */
export const MEMBER_TYPES = [
  'PublisherMember',
  'PublisherMembership',
  ...MEMBER_MUTATIONS.map((name) => `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Payload`),
];

/** Calls of what only accounts have: drafts, memberships, and passkeys with credentials that no device has made. */
export const ACCOUNT_OPERATIONS: Readonly<Record<string, () => readonly [string, object?]>> = {
  listingDrafts: () => ['{ listingDrafts { nodes { id texts { title } } } }'],
  listingDraft: () => [`{ listingDraft(id: "${DRAFT}") { id } }`],
  saveListingDraft: () => [
    `mutation { saveListingDraft(input: { id: "${DRAFT}", revision: 0, texts: { title: "x" } }) { draft { id } } }`,
  ],
  deleteListingDraft: () => [`mutation { deleteListingDraft(input: { id: "${DRAFT}" }) { id } }`],
  publisherMembers: () => ['{ publisherMembers { email role joinedAt } }'],
  invitePublisherMember: () => [
    'mutation { invitePublisherMember(input: { email: "nobody@example.com", role: EDITOR }) { member { email } } }',
  ],
  setPublisherMemberRole: () => [
    'mutation { setPublisherMemberRole(input: { email: "no@example.com", role: ADMIN }) { member { email } } }',
  ],
  removePublisherMember: () => [
    'mutation { removePublisherMember(input: { email: "no@example.com" }) { email } }',
  ],
  acceptPublisherInvitation: () => [
    'mutation { acceptPublisherInvitation(input: { publisher: "pub_none" }) { membership { role } } }',
  ],
  leavePublisher: () => ['mutation { leavePublisher(input: { publisher: "pub_none" }) { publisher } }'],
  beginPasskeySignIn: () => ['mutation { beginPasskeySignIn { options } }'],
  signInWithPasskey: () => [
    'mutation ($credential: JSONObject!) { signInWithPasskey(input: { credential: $credential }) { token } }',
    {
      credential: {
        id: 'AAAA',
        type: 'public-key',
        response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
      },
    },
  ],
  beginPasskeyRegistration: () => ['mutation { beginPasskeyRegistration { options } }'],
  registerPasskey: () => [
    'mutation ($credential: JSONObject!) { registerPasskey(input: { credential: $credential }) { passkey { id } } }',
    {
      credential: {
        id: 'AAAA',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'oA' },
      },
    },
  ],
  renamePasskey: () => [
    'mutation { renamePasskey(input: { id: "psk_none", name: "Other" }) { passkey { id } } }',
  ],
  removePasskey: () => ['mutation { removePasskey(input: { id: "psk_none" }) { id } }'],
};
