const DRAFT = '3f2a9c1e7b5d4806';

/** Calls of what only accounts have: drafts, and passkeys with credentials that no device has made. */
export const ACCOUNT_OPERATIONS: Readonly<Record<string, () => readonly [string, object?]>> = {
  listingDrafts: () => ['{ listingDrafts { nodes { id texts { title } } } }'],
  listingDraft: () => [`{ listingDraft(id: "${DRAFT}") { id } }`],
  saveListingDraft: () => [
    `mutation { saveListingDraft(input: { id: "${DRAFT}", revision: 0, texts: { title: "x" } }) { draft { id } } }`,
  ],
  deleteListingDraft: () => [`mutation { deleteListingDraft(input: { id: "${DRAFT}" }) { id } }`],
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
