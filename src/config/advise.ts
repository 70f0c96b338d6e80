import type { Config } from './config.ts';

type Advised = Pick<
  Config,
  | 'production'
  | 'warnings'
  | 'PUBLIC_URL'
  | 'TRUST_PROXY'
  | 'DATABASE_URL'
  | 'REDIS_URL'
  | 'SMTP_URL'
  | 'RATE_LIMIT'
  | 'SECURITY_CONTACT'
>;

/** The names of the legal texts that are missing, and the files of their folder that are no legal texts. */
interface LegalTextsFound {
  readonly missing: readonly string[];
  readonly ignored: readonly string[];
}

/** What an operator should change although the service works with it, each with what to do. */
export function adviseConfig(config: Advised, { missing, ignored }: LegalTextsFound): readonly string[] {
  if (!config.production) return config.warnings;
  const { PUBLIC_URL, TRUST_PROXY, DATABASE_URL, SMTP_URL, RATE_LIMIT, SECURITY_CONTACT } = config;
  const advice: readonly (readonly [isGiven: boolean, text: string])[] = [
    [
      !PUBLIC_URL.startsWith('https:'),
      'PUBLIC_URL is not https: terminate TLS in a proxy, and set the address that clients use.',
    ],
    [
      TRUST_PROXY === 0,
      'TRUST_PROXY is 0: behind a proxy all visitors share one rate limit. Set the number of proxies in front.',
    ],
    [
      DATABASE_URL === undefined,
      'The database is the embedded one, of one process on one machine: set DATABASE_URL, and move it by giveaways move.',
    ],
    [SMTP_URL === undefined, 'SMTP_URL is not set: nobody can sign in by e-mail.'],
    [
      RATE_LIMIT === 'off',
      'RATE_LIMIT is off: one client can take the whole service. Set requests per minute.',
    ],
    [
      SECURITY_CONTACT.length === 0,
      'SECURITY_CONTACT is not set: who finds a fault does not know whom to tell.',
    ],
    [
      missing.length > 0,
      `The site has no ${missing.join(', ')}: put ${missing.map((name) => `${name}.en.md`).join(', ')} into the folder of LEGAL_TEXTS.`,
    ],
    [
      ignored.length > 0,
      `LEGAL_TEXTS has files that are no texts of the site: ${ignored.join(', ')}. Name them as imprint.en.md.`,
    ],
  ];
  return [...config.warnings, ...advice.flatMap(([isGiven, text]) => (isGiven ? [text] : []))];
}
