/** Backups of the data of this service. */
export interface Backups {
  /**
   * Copies the embedded database and chain while the service works, and returns the folder. Throws SERVICE_UNAVAILABLE when the disk is
   * full; undefined where the database is a server, which is backed up by itself.
   */
  snapshot(): Promise<string | undefined>;
  /** Records that a backup was verified, by the SHA-256 of its content. */
  noteVerified(backup: VerifiedBackup): Promise<void>;
}

export interface VerifiedBackup {
  /** 64 hexadecimal digits. */
  readonly checksum: string;
  readonly takenAt: Date;
}
