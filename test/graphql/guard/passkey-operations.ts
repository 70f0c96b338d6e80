/** Calls of the operations of passkeys, with credentials that no device has made. */
export const PASSKEY_OPERATIONS: Readonly<Record<string, () => readonly [string, object?]>> = {
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
