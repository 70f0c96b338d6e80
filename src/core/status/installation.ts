/** The program and its configuration, as this instance has them. */
export interface Installation {
  /** The version, with the commit where it is known. */
  readonly version: string;
  /** The address of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** What of the configuration works and should be changed all the same, each with what to do. */
  readonly advice: readonly string[];
  /** The migrations that have not run, and those of later releases. */
  migrations(): Promise<{ readonly pending: readonly string[]; readonly later: readonly string[] }>;
}
