import { needed, send, type CommandRow } from '../command.ts';
import { MigrateListings, type MigrateListingsMutation } from '../documents.ts';
import { printable } from '../print.ts';

export const MIGRATE_LISTINGS: CommandRow = {
  name: 'migrate',
  what: "moves all of a service client's listings to an account, or none of them (operator)",
  options: [
    needed('--namespace <namespace>', 'the service client: client:<issuer>#<client id>'),
    needed('--account <email>', 'the new owner, an account by its e-mail address'),
  ],
  work: send({
    document: MigrateListings,
    input: ({ namespace, account }) => ({ namespace, account }),
    show: ({ migrateListings }, { account }) => ({
      document: migrateListings,
      text: describe(migrateListings, String(account)),
    }),
  }),
};

function describe(
  { migrated, left, replaced }: MigrateListingsMutation['migrateListings'],
  account: string,
): string {
  const sentences = [`Moved ${migrated} listings to ${printable(account)}.`];
  if (replaced > 0)
    sentences.push(
      `${replaced} withdrawn listings of the account were replaced by published ones of the same IDs.`,
    );
  if (left > 0)
    sentences.push(
      `${left} withdrawn listings were not moved, because the account has listings of the same IDs.`,
    );
  return sentences.join('\n');
}
