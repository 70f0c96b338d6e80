import type { Command } from 'commander';
import { act, toWholeNumber } from '../command.ts';
import { RotateKeyEncryption, type RotateKeyEncryptionMutation } from '../documents/generated.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { printable } from '../print.ts';

/** giveaways wallets rotate-key-encryption */
export function addRotateKeyEncryption(wallets: Command): void {
  wallets
    .command('rotate-key-encryption')
    .description(
      'moves all wallets and sealed texts to the current key, the first of KEY_ENCRYPTION_KEYS; after an interruption, repeat it',
    )
    .option('--batch <count>', 'how many to move in one request, at most 500', toWholeNumber)
    .action(
      act(async (client, { batch }) => {
        const { rewrapped, keyId } = await rotateAll(client, batch);
        return {
          document: { rewrapped, remaining: 0, keyId },
          text:
            `Moved ${rewrapped} wallets and sealed texts to the key ${printable(keyId)}. None remains: ` +
            'the earlier keys can be removed from KEY_ENCRYPTION_KEYS.',
        };
      }),
    );
}

type Rotation = RotateKeyEncryptionMutation['rotateKeyEncryption'];

async function rotateAll(client: GraphqlClient, first: unknown): Promise<Rotation> {
  let rewrapped = 0;
  for (;;) {
    try {
      const { rotateKeyEncryption } = await client.request(RotateKeyEncryption, {
        input: { first },
      });
      rewrapped += rotateKeyEncryption.rewrapped;
      if (rotateKeyEncryption.remaining === 0) return { ...rotateKeyEncryption, rewrapped };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(error.code, error.message, { ...error.facts, rewrapped }, error);
    }
  }
}
