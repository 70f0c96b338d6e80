import { hkdfSync } from 'node:crypto';
import type { SecretFingerprints } from '../../core/status/shared-settings.ts';
import type { InstallationSecrets } from './secret-files.ts';
import { signingKeyOf } from './signing-keys.ts';

/** So many operator tokens are noted: the row must fit in an index, which takes some 2,700 bytes. */
const MOST_OPERATORS = 32;

/** Fingerprints of what this instance signs with, and of what it accepts. Of operator tokens it accepts all, and signs with none. */
export function fingerprintSecrets(
  {
    authSecrets,
    signingKeys,
    operatorHashes,
  }: Pick<InstallationSecrets, 'authSecrets' | 'signingKeys' | 'operatorHashes'>,
  { issuesTokens }: { readonly issuesTokens: boolean },
): { readonly used: SecretFingerprints; readonly accepted: SecretFingerprints } {
  const signingKey = signingKeyOf(signingKeys);
  // The public half alone; tokens name their key, so that its name counts too.
  const ofKeys = (keys: InstallationSecrets['signingKeys']) =>
    keys.map(({ kid, kty, crv, x, y, n, e }) => fingerprint(JSON.stringify([kid, kty, crv, x, y, n, e])));
  const operators = [...operatorHashes].toSorted().map(fingerprint);
  return {
    used: {
      AUTH_SECRET: [fingerprint(authSecrets[0])],
      OPERATOR_TOKEN_HASH: operators.slice(0, MOST_OPERATORS),
      ...(issuesTokens && { OAUTH_SIGNING_KEYS: ofKeys(signingKey ? [signingKey] : []) }),
    },
    accepted: {
      AUTH_SECRET: authSecrets.map(fingerprint),
      OPERATOR_TOKEN_HASH: operators,
      ...(issuesTokens && { OAUTH_SIGNING_KEYS: ofKeys(signingKeys) }),
    },
  };
}

/** A text of 22 characters. HKDF (RFC 5869) separates this use of a secret from its other ones. */
export function fingerprint(value: string): string {
  return Buffer.from(hkdfSync('sha256', value, '', 'fingerprint', 16)).toString('base64url');
}
