import type { JWK } from 'jose';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createFolder } from '../../runtime/files/create-folder.ts';
import { readSecretFile } from '../../runtime/secret-file.ts';
import { generateSigningKey } from './signing-keys.ts';
import { hashSecret, issueOperatorToken, type AuthSecrets } from './secrets.ts';

const SHORTEST_SECRET = 32;

/** The secrets of an installation. */
export interface InstallationSecrets {
  readonly operatorHashes: ReadonlySet<string>;
  /** The file with the operator token, when this installation generated it. */
  readonly operatorTokenFile: string | undefined;
  readonly authSecrets: AuthSecrets;
  /** The private keys of the embedded issuer; `requireSigningKeys` checks them. */
  readonly signingKeys: readonly JWK[];
}

interface Configured {
  readonly directory: string;
  readonly operatorHashes: readonly string[];
  /** AUTH_SECRET: one value or several, separated by commas. */
  readonly authSecret: string | undefined;
  /** A JSON Web Key Set with private keys (RFC 7517). */
  readonly signingKeys: string | undefined;
}

/** Takes each secret from the configuration, else from its file, which the first start creates (mode 0600). */
export async function readSecrets(configured: Configured): Promise<InstallationSecrets> {
  const { directory } = configured;
  await createFolder(directory);
  const makesOperator = configured.operatorHashes.length === 0;
  const operatorTokenFile = makesOperator ? join(directory, 'operator-token') : undefined;
  const operatorHashes = operatorTokenFile
    ? [hashSecret(await readSecretFile(operatorTokenFile, () => issueOperatorToken().secret))]
    : configured.operatorHashes;
  const keySet =
    configured.signingKeys ??
    (await readSecretFile(join(directory, 'oauth-keys.json'), async () =>
      JSON.stringify({ keys: [await generateSigningKey()] }),
    ));
  return {
    operatorHashes: new Set(operatorHashes),
    operatorTokenFile,
    authSecrets: toAuthSecrets(
      configured.authSecret ??
        (await readSecretFile(join(directory, 'auth-secret'), () => randomBytes(32).toString('base64url'))),
    ),
    signingKeys: (JSON.parse(keySet) as { keys?: JWK[] }).keys ?? [],
  };
}

function toAuthSecrets(text: string): AuthSecrets {
  const [current = '', ...others] = text.split(',').map((value) => value.trim());
  // Of a file: the configuration refuses such a variable itself.
  if ([current, ...others].some((value) => value.length < SHORTEST_SECRET))
    throw new Error(`the values of auth-secret must have ${SHORTEST_SECRET} characters or more each.`);
  return [current, ...others];
}
