import type { PresentedCredential, RegisteredCredential } from './credentials.ts';
import type { MadePasskey, PresentedPasskey, SignedChallenge } from './passkey-store.ts';

/** The options of a ceremony in JSON, as browsers read them (WebAuthn level 3, section 5.1). */
export type CeremonyOptions = Readonly<Record<string, unknown>>;

/** How long a ceremony may take, from its options to its result. */
export const CEREMONY_MS = 300_000;

/** ES256, EdDSA and RS256 (IANA, COSE algorithms), which WebAuthn recommends; the one that most devices know comes first. */
export const PASSKEY_ALGORITHMS = [-7, -8, -257] as const;

/** The account that a passkey is made for. */
export interface PasskeyUser {
  readonly accountId: string;
  readonly email: string;
  /** The handle by which devices know the account: random, and no more than that. */
  readonly handle: string;
  /** Devices that have one of these refuse to make another one. */
  readonly existing: readonly Pick<MadePasskey, 'credentialId' | 'transports'>[];
}

/**
 * The ceremonies of WebAuthn: what a browser is asked for, and whether its answer is right. Challenges are signed by the
 * installation and stored nowhere before they are used. Each method throws SERVICE_UNAVAILABLE (PASSKEYS_OFF) when the host of the
 * service can have no passkeys.
 */
export interface PasskeyCeremonies {
  /** A random handle of an account. */
  newHandle(): string;
  beginRegistration(user: PasskeyUser, now: Date): Promise<CeremonyOptions>;
  /** Throws INVALID_PAYLOAD unless the credential was made here and for this account, with its user verified. */
  verifyRegistration(
    accountId: string,
    credential: RegisteredCredential,
    now: Date,
  ): Promise<{ readonly made: MadePasskey; readonly challenge: SignedChallenge }>;
  beginSignIn(now: Date): Promise<CeremonyOptions>;
  /** Throws UNAUTHENTICATED unless this passkey has signed the challenge here, with its user verified. */
  verifySignIn(
    passkey: PresentedPasskey,
    credential: PresentedCredential,
    now: Date,
  ): Promise<Pick<MadePasskey, 'counter' | 'isSynced'> & { readonly challenge: SignedChallenge }>;
}
