/**
 * Creates the secrets of an installation in a new folder, which only its owner can read:
 *
 *   node deploy/create-secrets.ts deploy/secrets https://giveaways.example.com
 *
 * - gateway.env: the variables of every gateway, for compose and for `kubectl create secret generic --from-env-file`
 * - compose.env: the passwords of deploy/compose.yaml
 * - operator-token: the token whose hash is in gateway.env
 *
 * It needs nothing but Node.js, and overwrites nothing.
 */
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, publicUrl] = process.argv.slice(2);
if (folder === undefined || publicUrl === undefined || !URL.canParse(publicUrl)) {
  process.stderr.write('node deploy/create-secrets.ts FOLDER PUBLIC_URL\n');
  process.exit(2);
}

const random = () => randomBytes(32).toString('base64url');
const operatorToken = `gop_${random()}`;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signingKey = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: randomUUID() };

const files = {
  'gateway.env': [
    `PUBLIC_URL=${publicUrl}`,
    `OPERATOR_TOKEN_HASH=${createHash('sha256').update(operatorToken).digest('base64url')}`,
    `AUTH_SECRET=${random()}`,
    `KEY_ENCRYPTION_KEYS=k1:${randomBytes(32).toString('base64')}`,
    `OAUTH_SIGNING_KEYS=${JSON.stringify({ keys: [signingKey] })}`,
    '# Mail, without which nobody can sign in, and the chain: docs/settings.md.',
    '# SMTP_URL=smtp://user:password@mail.example.com:587',
    '# MAIL_FROM=giveaways@example.com',
    '# RPC_URL=https://rpc.example.com',
  ],
  'compose.env': [`POSTGRES_PASSWORD=${random()}`, `REPLICATION_PASSWORD=${random()}`],
  'operator-token': [operatorToken],
};

mkdirSync(folder, { recursive: true, mode: 0o700 });
for (const [name, lines] of Object.entries(files))
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
