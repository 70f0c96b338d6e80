/** The texts of mails to accounts. English is the original; the other languages have the type of it. */
export const ENGLISH_ACCOUNT_MAILS = {
  signInCode: {
    subject: 'Your sign-in code',
    code: (code: string) => `Your sign-in code is ${code}.`,
    validity: 'It is valid for ten minutes. If you did not ask for it, ignore this message.',
  },
  keyExpires: {
    subject: (name: string) => `Your API key "${name}" expires soon`,
    what: (name: string, start: string, at: string) =>
      `The API key "${name}" (${start}…) expires on ${at}. From then on its requests are refused.`,
    advice:
      'Create a new key in the API Access area of the service, and update your server before that time.',
    unused: 'If you no longer use the key, you need not do anything.',
  },
  keyCreated: {
    subject: 'A new API key of your account',
    byOperator: 'The operator of the service',
    byAccount: 'Somebody who was signed in to your account',
    what: (creator: string, name: string, start: string, at: string) =>
      `${creator} has created the API key "${name}" (${start}…) at ${at}.`,
    scopes: (scopes: string) => `Its scopes: ${scopes}`,
    expires: (at: string | null) => `It expires: ${at ?? 'never'}`,
    expected: 'If you expected this, you need not do anything.',
    advice: 'If not, revoke the key and end the sessions that you do not recognise:',
  },
  invited: {
    subject: 'An invitation to act for a publisher',
    what: (by: string, name: string) => `${by} invites you to act for the publisher "${name}":`,
    role: {
      ADMIN: 'As an admin you can publish listings, and change the profile, the domain and the people.',
      EDITOR: 'As an editor you can publish and change listings.',
    },
    accept: (email: string) => `To accept, sign in with ${email} within 14 days:`,
    unexpected: 'If you do not know the sender, or what this is about, ignore this message.',
  },
  signedIn: {
    subject: 'A new device signed in to your account',
    byCode: 'with a code from a mail to this address',
    byPasskey: (name: string) => `with the passkey "${name}"`,
    what: (program: string, at: string, network: string, means: string) =>
      `${program} signed in at ${at}, from ${network}, ${means}.`,
    why: 'It did not sign in to your account before, or has no cookies from then.',
    adviceOfCode: 'If not, end the session, and look for keys that you did not create:',
    mailbox: 'Whoever signed in can read your mails: change the password of your mailbox, too.',
    adviceOfPasskey:
      'If not, remove the passkey, end the session, and look for keys that you did not create:',
  },
  passkey: {
    added: {
      subject: 'A new passkey of your account',
      what: (name: string, at: string) => `The passkey "${name}" was added to your account at ${at}.`,
      advice:
        'If not, remove the passkey, which can sign in, and end the sessions that you do not recognise:',
    },
    removed: {
      subject: 'A passkey of your account was removed',
      what: (name: string, at: string) => `The passkey "${name}" was removed from your account at ${at}.`,
      advice:
        'If not, end the sessions that you do not recognise. A code still signs you in, and you can add passkeys again:',
    },
    by: (program: string, network: string) =>
      `${program} did it, from ${network}, while it was signed in to your account.`,
  },
  unknownProgram: 'An unknown program',
  wasYou: 'If it was you, you need not do anything.',
};

export type AccountMailTexts = typeof ENGLISH_ACCOUNT_MAILS;
