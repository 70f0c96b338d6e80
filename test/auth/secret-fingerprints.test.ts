import { beforeAll, describe, expect, it } from '@jest/globals';
import type { JWK } from 'jose';
import { fingerprintSecrets } from '../../src/adapters/auth/secret-fingerprints.ts';
import { generateSigningKey } from '../../src/adapters/auth/signing-keys.ts';
import { hashSecret, type AuthSecrets } from '../../src/adapters/auth/secrets.ts';
import { findDifferences } from '../../src/core/status/shared-settings.ts';

const [OLD, NEW] = ['old'.repeat(20), 'new'.repeat(20)] as const;

describe('the fingerprints of secrets', () => {
  let oldKey: JWK;
  let newKey: JWK;
  beforeAll(async () => {
    [oldKey, newKey] = [await generateSigningKey(), await generateSigningKey()];
  });

  interface Given {
    readonly authSecrets?: AuthSecrets;
    readonly signingKeys?: readonly JWK[];
    readonly operators?: readonly string[];
    readonly issuesTokens?: boolean;
  }
  const of = ({ authSecrets, signingKeys, operators = ['one'], issuesTokens = true }: Given) =>
    fingerprintSecrets(
      {
        authSecrets: authSecrets ?? [OLD],
        signingKeys: signingKeys ?? [oldKey],
        operatorHashes: new Set(operators.map(hashSecret)),
      },
      { issuesTokens },
    );
  const findBoth = (one: Given, other: Given) => [
    findDifferences(of(one).accepted, [of(other).used]).secrets,
    findDifferences(of(other).accepted, [of(one).used]).secrets,
  ];

  it('differ with each secret, and are alike without a difference', () => {
    expect(findBoth({}, {})).toEqual([[], []]);
    const auth = ['AUTH_SECRET'];
    expect(findBoth({}, { authSecrets: [NEW] })).toEqual([auth, auth]);
    const keys = ['OAUTH_SIGNING_KEYS'];
    expect(findBoth({}, { signingKeys: [newKey] })).toEqual([keys, keys]);
    expect(findBoth({}, { signingKeys: [{ ...oldKey, kid: 'renamed' }] })).toEqual([keys, keys]);
    const operators = ['OPERATOR_TOKEN_HASH'];
    expect(findBoth({}, { operators: ['two'] })).toEqual([operators, operators]);
  });

  it('are alike in neighbouring steps of a rotation', () => {
    const secrets: AuthSecrets[] = [[OLD], [OLD, NEW], [NEW, OLD], [NEW]];
    const keys = [[oldKey], [oldKey, newKey], [newKey, oldKey], [newKey]];
    const operators = [['one'], ['two', 'one'], ['one', 'two'], ['two']];
    const steps = secrets.map((authSecrets, index) => ({
      authSecrets,
      signingKeys: keys[index]!,
      operators: operators[index]!,
    }));
    for (const [index, step] of steps.slice(1).entries())
      expect(findBoth(steps[index]!, step)).toEqual([[], []]);
  });

  it('tell the instance that does not know what another one signs with already', () => {
    const early = { authSecrets: [NEW, OLD], signingKeys: [newKey, oldKey] } as const;
    expect(findBoth({}, early)).toEqual([['AUTH_SECRET', 'OAUTH_SIGNING_KEYS'], []]);
  });

  it('have no signing key of an instance that issues no tokens', () => {
    expect(findBoth({}, { issuesTokens: false, signingKeys: [newKey] })).toEqual([[], []]);
  });

  it('contain no secret, and nothing of a private key', () => {
    const text = JSON.stringify(of({}));
    for (const secret of [OLD, oldKey.d!, hashSecret('one')]) expect(text).not.toContain(secret);
  });
});
