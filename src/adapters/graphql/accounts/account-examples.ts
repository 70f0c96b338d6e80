import { account, idOf, input, page, type CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of accounts. */
export const ACCOUNT_EXAMPLES: CallExamples = {
  query: {
    viewer: [{}, 'email apiKeys { edges { node { id name } } }'],
    auditLog: [page, 'edges { node { at actor action subject } }'],
  },
  mutation: {
    requestSignInCode: input({ email: account }, 'email'),
    signIn: input({ email: account, code: '123456' }, 'token viewer { id }'),
    signOut: [{}, 'signedOut'],
    beginPasskeyRegistration: [{}, 'options'],
    registerPasskey: `mutation ($credential: JSONObject!) {
  registerPasskey(input: { credential: $credential, name: "Laptop" }) { passkey { id name } }
}`,
    renamePasskey: input({ id: idOf('psk'), name: 'Phone' }, 'passkey { id name }'),
    removePasskey: input({ id: idOf('psk') }, 'id'),
    beginPasskeySignIn: [{}, 'options'],
    signInWithPasskey: `mutation ($credential: JSONObject!) {
  signInWithPasskey(input: { credential: $credential }) { token viewer { id } }
}`,
    endSession: input({ id: 'ses_019a9f0b11aa22bb33cc44dd55ee66ff' }, 'id'),
    endOtherSessions: [{}, 'ended'],
  },
};
