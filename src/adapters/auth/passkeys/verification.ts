import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import type { PresentedCredential, RegisteredCredential } from '../../../core/passkeys/credentials.ts';
import { PASSKEY_ALGORITHMS } from '../../../core/passkeys/passkey-ceremonies.ts';
import { challengeInvalid, passkeyInvalid } from '../../../core/passkeys/passkey-errors.ts';
import type { MadePasskey, PresentedPasskey, SignedChallenge } from '../../../core/passkeys/passkey-store.ts';
import type { RelyingParty } from '../../../core/passkeys/relying-party.ts';

type ReadChallenge = (challenge: string) => SignedChallenge | undefined;

/** The longest public key: RSA keys of 4,096 bits have 530 bytes. */
const MAX_KEY_BYTES = 800;

/** Verifies a new credential (WebAuthn level 3, section 7.1). Throws INVALID_PAYLOAD. */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  credential: RegisteredCredential,
  read: ReadChallenge,
): Promise<{ readonly made: MadePasskey; readonly challenge: SignedChallenge }> {
  const { clientDataJSON, attestationObject, transports } = credential.response;
  return verifying('INVALID_PAYLOAD', read, async (expectedChallenge) => {
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: withoutStatement(attestationObject) },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    });
    if (info === undefined || info.credential.id !== credential.id) return undefined;
    const { publicKey, counter } = info.credential;
    if (publicKey.length > MAX_KEY_BYTES) return undefined;
    const made = {
      credentialId: credential.id,
      publicKey: isoBase64URL.fromBuffer(publicKey),
      counter,
      isSynced: info.credentialBackedUp,
      transports,
    };
    return { made };
  });
}

/** Verifies a signed challenge (WebAuthn level 3, section 7.2), except the counter. Throws UNAUTHENTICATED. */
export async function verifySignIn(
  { id, origin }: RelyingParty,
  passkey: PresentedPasskey,
  credential: PresentedCredential,
  read: ReadChallenge,
): Promise<Pick<MadePasskey, 'counter' | 'isSynced'> & { readonly challenge: SignedChallenge }> {
  return verifying('UNAUTHENTICATED', read, async (expectedChallenge) => {
    if (credential.response.userHandle !== passkey.userHandle) return undefined;
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: {
        id: credential.id,
        rawId: credential.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: credential.response,
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        // The store compares it, in one statement with the change.
        counter: 0,
      },
    });
    return verified ? { counter: info.newCounter, isSynced: info.credentialBackedUp } : undefined;
  });
}

/** The result of a check, with the challenge that was signed. The check returns undefined, or throws, when something is wrong. */
async function verifying<Result extends object>(
  code: 'INVALID_PAYLOAD' | 'UNAUTHENTICATED',
  read: ReadChallenge,
  check: (expectedChallenge: (challenge: string) => boolean) => Promise<Result | undefined>,
): Promise<Result & { readonly challenge: SignedChallenge }> {
  let isRead = false;
  let challenge: SignedChallenge | undefined;
  // What a client sends as a challenge need not be a text.
  const expectedChallenge = (text: unknown): boolean => {
    isRead = true;
    challenge = typeof text === 'string' ? read(text) : undefined;
    return challenge !== undefined;
  };
  let failure: unknown;
  const result = await check(expectedChallenge).catch((error: unknown) => {
    failure = error;
    return undefined;
  });
  if (isRead && challenge === undefined) throw challengeInvalid(code);
  if (result === undefined || challenge === undefined) throw passkeyInvalid(code, failure);
  return { ...result, challenge };
}

/**
 * The attestation object without its statement. No statement was asked for and none is relied upon, so its certificates are not
 * read: the library would fetch the revocation lists that they name.
 */
function withoutStatement(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(new Uint8Array(isoCBOR.encode(bare)));
}
