/** The secrets that all instances share, by their settings. */
const SHARED_SETTINGS = ['AUTH_SECRET', 'OAUTH_SIGNING_KEYS', 'OPERATOR_TOKEN_HASH'] as const;
type SharedSetting = (typeof SHARED_SETTINGS)[number];

/** Fingerprints of secrets by setting; a setting that an instance makes no use of is absent. */
export type SecretFingerprints = Readonly<Partial<Record<SharedSetting, readonly string[]>>>;

/** The settings of which an instance accepts nothing that another one uses; operator tokens may differ while they are replaced. */
export function findDifferentSecrets(
  accepted: SecretFingerprints,
  others: readonly SecretFingerprints[],
): readonly SharedSetting[] {
  return SHARED_SETTINGS.filter((setting) =>
    others.some(({ [setting]: used }) => {
      const known = accepted[setting];
      return used && known && !used.some((each) => known.includes(each));
    }),
  );
}
