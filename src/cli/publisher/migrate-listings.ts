import type { Command } from 'commander';
import { act } from '../command.ts';
import { MigrateListings, type MigrateListingsMutation } from '../documents/generated.ts';
import { printable } from '../print.ts';

/** giveaways listings migrate */
export function addMigrateListings(listings: Command): void {
  listings
    .command('migrate')
    .description("moves all of a service client's listings to an account, or none of them (operator)")
    .requiredOption('--namespace <namespace>', 'the service client: client:<issuer>#<client id>')
    .requiredOption('--account <email>', 'the new owner, an account by its e-mail address')
    .action(
      act(async (client, { namespace, account }) => {
        const { migrateListings } = await client.request(MigrateListings, {
          input: { namespace, account },
        });
        return { document: migrateListings, text: describe(migrateListings, String(account)) };
      }),
    );
}

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
