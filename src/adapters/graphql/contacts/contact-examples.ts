import { input, passportId, exampleProvider, type CallExamples } from '../examples/example.ts';

const statement = {
  passportId,
  provider: exampleProvider,
  issuedAt: '2027-06-01T09:30:00.000Z',
  signature: `0x${'5e'.repeat(65)}`,
};
const email = 'owner@example.com';

/** Example calls of the root fields of contacts. */
export const CONTACT_EXAMPLES: CallExamples = {
  query: {
    passportContact: [{ passportId }, 'ownerWallet email name source sharedAt'],
    passportContactMessage: input(
      { passportId, provider: exampleProvider, action: 'SHARE', email, name: 'Owner Example' },
      'typedData issuedAt expiresAt',
    ),
  },
  mutation: {
    sharePassportContact: input({ ...statement, email, name: 'Owner Example' }, 'ownerWallet sharedAt'),
    revokePassportContact: input(statement, 'ownerWallet revokedAt'),
  },
};
