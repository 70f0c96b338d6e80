import { Option } from 'commander';
import { toWholeNumber, type CommandRow } from '../command.ts';
import { RotateKeyEncryption, type RotateKeyEncryptionMutation } from '../documents.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { printable } from '../print.ts';
import { showProgress } from '../progress.ts';

export const ROTATE_KEY_ENCRYPTION: CommandRow = {
  name: 'rotate-key-encryption',
  what: 'moves all wallets and sealed texts to the current key, the first of KEY_ENCRYPTION_KEYS; after an interruption, repeat it',
  options: [
    new Option('--batch <count>', 'how many to move in one request, at most 500').argParser(toWholeNumber),
  ],
  async work(client, { batch }) {
    const { rewrapped, keyId } = await rotateAll(client, batch);
    return {
      document: { rewrapped, remaining: 0, keyId },
      text:
        `Moved ${rewrapped} wallets and sealed texts to the key ${printable(keyId)}. None remains: ` +
        'the earlier keys can be removed from KEY_ENCRYPTION_KEYS.',
    };
  },
};

type Rotation = RotateKeyEncryptionMutation['rotateKeyEncryption'];

async function rotateAll(client: GraphqlClient, first: unknown): Promise<Rotation> {
  let rewrapped = 0;
  for (;;) {
    try {
      const { rotateKeyEncryption } = await client.request(RotateKeyEncryption, {
        input: { first },
      });
      rewrapped += rotateKeyEncryption.rewrapped;
      showProgress(`Moved ${rewrapped} wallets and sealed texts, ${rotateKeyEncryption.remaining} remain`);
      if (rotateKeyEncryption.remaining === 0) return { ...rotateKeyEncryption, rewrapped };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(error.code, error.message, { ...error.facts, rewrapped }, error);
    }
  }
}
