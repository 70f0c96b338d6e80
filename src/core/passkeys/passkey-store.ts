/** An account has at most so many passkeys. */
export const MAX_PASSKEYS = 10;

/** A passkey of an account: a key pair of which the private half stays with the device or its provider (WebAuthn level 3). */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** The last sign-in with it; null before the first. */
  readonly lastUsedAt: Date | null;
  /** Whether it is backed up, as its device said last: other devices of its owner may have it, too. */
  readonly isSynced: boolean;
}

/** What a device makes for a new passkey. */
export interface MadePasskey {
  /** In base64url, as it is in every text of a passkey. */
  readonly credentialId: string;
  /** A COSE_Key (RFC 9052). */
  readonly publicKey: string;
  /** How often the device has signed with it; 0 when the device does not count. */
  readonly counter: number;
  readonly isSynced: boolean;
  /** How browsers reach the device, such as `internal` or `usb`. */
  readonly transports: readonly string[];
}

export interface NewPasskey extends MadePasskey, Pick<Passkey, 'id' | 'name' | 'createdAt'> {
  readonly accountId: string;
}

/** A passkey that a browser presents at a sign-in. */
export interface PresentedPasskey extends Pick<MadePasskey, 'credentialId' | 'publicKey'> {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  /** The handle of the account. */
  readonly userHandle: string;
}

/** A challenge that a device has signed. */
export interface SignedChallenge {
  readonly hash: string;
  readonly expiresAt: Date;
}

/** Stores passkeys, and which challenges were used. */
export interface PasskeyStore {
  /** The passkeys of the account, the oldest first. */
  list(accountId: string): Promise<readonly (Passkey & Pick<MadePasskey, 'credentialId' | 'transports'>)[]>;
  /** Stores the handle by which devices know the account, unless it has one; returns the stored one. */
  keepHandle(accountId: string, proposed: string): Promise<string>;
  findPresented(credentialId: string): Promise<PresentedPasskey | undefined>;
  /**
   * Adds a passkey within a transaction, in which it locks the account. Returns the stored passkey: also when the account has
   * this credential already. Returns why it was refused: another account has the credential, or this one has MAX_PASSKEYS.
   */
  add(
    passkey: NewPasskey,
  ): Promise<{ readonly passkey: Passkey; readonly isNew: boolean } | 'foreign' | 'full'>;
  /** Undefined when the account has no passkey of this id; so are the next ones. Locks it within a transaction. */
  lock(accountId: string, id: string): Promise<Passkey | undefined>;
  rename(accountId: string, id: string, name: string): Promise<Passkey | undefined>;
  remove(accountId: string, id: string): Promise<Passkey | undefined>;
  /**
   * Notes a sign-in. `reversed` when the counter is not above the stored one, although one of them counts: then two devices may
   * have the same key (WebAuthn level 3, section 6.1.1). `removed` when it was removed meanwhile.
   */
  noteUse(
    id: string,
    use: Pick<MadePasskey, 'counter' | 'isSynced'>,
    now: Date,
  ): Promise<'noted' | 'reversed' | 'removed'>;
  /** Marks a challenge as used, in the transaction of what it permits; false when it was used before. */
  useChallenge(challenge: SignedChallenge): Promise<boolean>;
}
