import { randomBytes } from 'node:crypto';
import {
  CEREMONY_MS,
  PASSKEY_ALGORITHMS,
  type CeremonyOptions,
  type PasskeyCeremonies,
} from '../../../core/passkeys/passkey-ceremonies.ts';
import { passkeysOff } from '../../../core/passkeys/passkey-errors.ts';
import type { RelyingParty } from '../../../core/passkeys/relying-party.ts';
import { lazy } from '../../../runtime/lazy.ts';
import type { AuthSecrets } from '../secrets.ts';
import { createPasskeyChallenges } from './challenges.ts';

const HANDLE_BYTES = 32;

/**
 * The ceremonies of WebAuthn. The options are data; the library that verifies what browsers return has many modules, which are
 * loaded at the first verification.
 */
export function createPasskeyCeremonies(
  secrets: AuthSecrets,
  relyingParty: RelyingParty | undefined,
): PasskeyCeremonies {
  const challenges = createPasskeyChallenges(secrets);
  const verification = lazy(() => import('./verification.ts'));
  const required = (): RelyingParty => {
    if (relyingParty === undefined) throw passkeysOff();
    return relyingParty;
  };
  return {
    newHandle: () => randomBytes(HANDLE_BYTES).toString('base64url'),
    async beginRegistration({ accountId, email, handle, existing }, now): Promise<CeremonyOptions> {
      const { id } = required();
      return {
        rp: { id, name: id },
        user: { id: handle, name: email, displayName: email },
        challenge: challenges.issue(['registration', accountId], now).toString('base64url'),
        pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: CEREMONY_MS,
        excludeCredentials: existing.map(({ credentialId, transports }) => ({
          type: 'public-key',
          id: credentialId,
          ...(transports.length > 0 && { transports }),
        })),
        // A sign-in names no account, so that the device has to know it.
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      };
    },
    async verifyRegistration(accountId, credential, now) {
      const site = required();
      const { verifyRegistration } = await verification();
      const read = (challenge: string) => challenges.read(challenge, ['registration', accountId], now);
      return verifyRegistration(site, credential, read);
    },
    async beginSignIn(now): Promise<CeremonyOptions> {
      return {
        rpId: required().id,
        challenge: challenges.issue(['sign-in'], now).toString('base64url'),
        timeout: CEREMONY_MS,
        userVerification: 'required',
      };
    },
    async verifySignIn(passkey, credential, now) {
      const site = required();
      const { verifySignIn } = await verification();
      return verifySignIn(site, passkey, credential, (challenge) =>
        challenges.read(challenge, ['sign-in'], now),
      );
    },
  };
}
