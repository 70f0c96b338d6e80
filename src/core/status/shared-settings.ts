/** The secrets that all instances share, by their settings. */
const SHARED_SECRETS = ['AUTH_SECRET', 'OAUTH_SIGNING_KEYS', 'OPERATOR_TOKEN_HASH'] as const;
/**
 * The other settings that all instances share. With different ones the instances refuse each other's tokens and passkeys, or one of
 * them does for the whole service what the other one's setting rules out: delete, confirm, spend.
 */
const SHARED_SETTINGS = [
  'PUBLIC_URL',
  'OAUTH_ISSUERS',
  'OAUTH_EMBEDDED_ISSUER',
  'OPERATION_RETENTION_DAYS',
  'AUDIT_RETENTION_MONTHS',
  'CHAIN_CONFIRMATIONS',
  'CHAIN_BEACON_MARGIN',
  'KEEPER_BUDGET',
] as const;
type SharedSecret = (typeof SHARED_SECRETS)[number];
type SharedSetting = (typeof SHARED_SETTINGS)[number];

/** Fingerprints of values by setting; a setting that an instance makes no use of, or its release does not compare, is absent. */
export type Fingerprints<Setting extends SharedSecret | SharedSetting = SharedSecret | SharedSetting> =
  Readonly<Partial<Record<Setting, readonly string[]>>>;
export type SecretFingerprints = Fingerprints<SharedSecret>;
export type SettingFingerprints = Fingerprints<SharedSetting>;

/** The secrets and the other settings in which instances differ. */
export interface Differences {
  readonly secrets: readonly SharedSecret[];
  readonly settings: readonly SharedSetting[];
}

/** The settings of which an instance accepts nothing that another one uses; operator tokens may differ while they are replaced. */
export function findDifferences(accepted: Fingerprints, others: readonly Fingerprints[]): Differences {
  const differs = (setting: SharedSecret | SharedSetting) =>
    others.some(({ [setting]: used }) => {
      const known = accepted[setting];
      return used && known && !used.some((each) => known.includes(each));
    });
  return { secrets: SHARED_SECRETS.filter(differs), settings: SHARED_SETTINGS.filter(differs) };
}
