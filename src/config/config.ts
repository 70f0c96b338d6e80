import { isIP } from 'node:net';
import { z } from 'zod';
import { LIMITED_USES } from '../core/access/limited-uses.ts';
import { chainVariables, toChainConfig, type ChainConfig } from './chain-config.ts';
import { readEnvFile, type EnvironmentVariables } from './env-file.ts';
import { findMisspelt } from './misspelt-settings.ts';
import { toTracingConfig, tracingVariables } from './tracing-config.ts';

const optional = z
  .string()
  .transform((value) => value.trim() || undefined)
  .optional();
const url = (protocols: RegExp, example: string) =>
  optional.refine(
    (value) => value === undefined || (URL.canParse(value) && protocols.test(new URL(value).protocol)),
    `must be a URL such as ${example}.`,
  );
const onOff = z
  .enum(['on', 'off'], 'must be on or off.')
  .optional()
  .transform((value) => (value === undefined ? undefined : value === 'on'));
const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    );
const megabytes = (fallback: number) =>
  z.coerce.number('must be a number of megabytes.').int().min(0, 'must be 0 or more.').default(fallback);
// The origin of Apollo Sandbox.
const SANDBOX_ORIGIN = 'https://studio.apollographql.com';

/** An IP address, with or without a port; an IPv6 address with a port is in brackets. */
function isNameServer(text: string): boolean {
  const [, bracketed, plain = text, port = '53'] =
    /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  return isIP(bracketed ?? plain) !== 0 && Number(port) <= 65_535;
}

const isHttp = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

function isKeySet(text: string): boolean {
  try {
    const { keys } = JSON.parse(text) as { readonly keys?: readonly { readonly d?: unknown }[] };
    return Array.isArray(keys) && keys.length > 0 && keys.every(({ d }) => typeof d === 'string');
  } catch {
    return false;
  }
}

const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production.')
    .default('development'),
  PORT: z.coerce
    .number('must be a port number.')
    .int()
    .min(0)
    .max(65_535, 'must be at most 65535.')
    .default(4000),
  HOST: z.string().default(''),
  METRICS_PORT: z.coerce
    .number('must be a port number.')
    .int()
    .min(0)
    .max(65_535, 'must be at most 65535.')
    .optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_FORMER_NAMES: onOff.transform((value) => value ?? true),
  PUBLIC_URL: url(/^https?:$/, 'https://giveaways.example.com').refine(
    (value) => value === undefined || !/[?#]/.test(value),
    'must have neither a query nor a fragment.',
  ),
  TRUST_PROXY: z.coerce.number('must be the number of proxies in front.').int().min(0).default(0),
  ENV_FILE: optional,
  DATA_DIR: z.string().min(1, 'must be a folder.').default('.data'),
  DATABASE_URL: url(/^postgres(ql)?:$/, 'postgres://user:password@host:5432/giveaways'),
  DATABASE_READ_URL: url(/^postgres(ql)?:$/, 'postgres://user:password@replica:5432/giveaways'),
  REDIS_URL: url(/^rediss?:$/, 'redis://host:6379'),
  COUNTERS_REDIS_URL: url(/^rediss?:$/, 'redis://host:6379'),
  SMTP_URL: url(/^smtps?:$/, 'smtp://user:password@host:587'),
  MAIL_FROM: z.string().default('giveaways@localhost'),
  ...chainVariables,
  ...tracingVariables,
  RPC_URL: url(/^https?:$/, 'https://rpc.example.com'),
  RATE_LIMIT: z
    .string()
    .regex(/^(?:off|[1-9]\d{0,8})$/, 'must be off, or requests per minute.')
    .default('1200')
    .transform((value) => (value === 'off' ? value : Number(value))),
  SIGN_IN_LIMIT: z.coerce
    .number('must be a number of sign-in codes.')
    .int('must be a whole number.')
    .min(1, 'must be 1 or more.')
    .default(LIMITED_USES['sign-in-code-by-network'].uses),
  MAX_SUBSCRIPTIONS: z.coerce
    .number('must be a number of subscriptions.')
    .int()
    .min(0, 'must be 0 or more.')
    .default(10_000),
  OPERATION_RETENTION_DAYS: z.coerce
    .number('must be a number of days.')
    .int()
    // Idempotency keys refer to operations for 30 days.
    .min(31, 'must be 31 or more.')
    .max(36_500, 'must be at most 36500.')
    .default(90),
  AUDIT_RETENTION_MONTHS: z.coerce
    .number('must be a number of months, or 0 to keep everything.')
    .int()
    .min(0, 'must be 0 or more.')
    .max(1_200, 'must be at most 1200.')
    .default(24),
  OPERATOR_TOKEN_HASH: list('').refine(
    (hashes) => hashes.every((hash) => /^[\w-]{43}$/.test(hash)),
    'must list SHA-256 hashes of operator tokens in base64url, separated by commas.',
  ),
  AUTH_SECRET: optional.refine(
    (value) => value === undefined || value.split(',').every((each) => each.trim().length >= 32),
    'must have 32 characters or more; of several values, separated by commas, each one must.',
  ),
  OAUTH_ISSUERS: list('').transform((entries, context) =>
    entries.map((entry) => {
      const [issuer = '', jwks] = entry.split('|');
      if (!isHttp(issuer) || (jwks !== undefined && !isHttp(jwks))) {
        context.addIssue(
          'must list http(s) URLs of issuers, separated by commas; |URL behind one names its key set.',
        );
        return { issuer, jwks: undefined };
      }
      if (issuer.includes('#'))
        context.addIssue('must list issuers without #: their addresses have no fragment (RFC 8414).');
      if (entries.some((other) => other !== entry && other.split('|', 1)[0] === issuer))
        context.addIssue(`must list each issuer once: ${issuer} is there twice.`);
      return { issuer, jwks: jwks === undefined ? undefined : new URL(jwks) };
    }),
  ),
  OAUTH_EMBEDDED_ISSUER: onOff,
  OAUTH_SIGNING_KEYS: optional.refine(
    (value) => value === undefined || isKeySet(value),
    'must be a JSON Web Key Set with private keys, such as oauth-keys.json in DATA_DIR.',
  ),
  CORS_ORIGINS: list(SANDBOX_ORIGIN).refine(
    (origins) => origins.every((origin) => isHttp(origin) && new URL(origin).origin === origin),
    'must list origins such as https://shop.example.com, separated by commas, without a path.',
  ),
  SECURITY_CONTACT: list('').refine(
    (contacts) =>
      contacts.every((contact) => /^(?:mailto:|https:|tel:)[^\s]+$/.test(contact) && URL.canParse(contact)),
    'must list addresses such as mailto:security@example.com or https://example.com/security, separated by commas.',
  ),
  INTROSPECTION: onOff,
  EXPLORER: z.enum(['sandbox', 'graphiql', 'off'], 'must be sandbox, graphiql or off.').optional(),
  LEGAL_TEXTS: optional,
  DOMAIN_CHECKS: onOff.transform((value) => value ?? false),
  DOMAIN_DNS_SERVERS: list('').refine(
    (servers) => servers.every(isNameServer),
    'must list IP addresses of name servers, separated by commas, each with or without a port: 192.0.2.1, [2001:db8::1]:53.',
  ),
  FETCH_IMAGES: onOff.transform((value) => value ?? false),
  PICTURE_STORAGE_MB: megabytes(4_096),
  PICTURE_STORAGE_OF_PUBLISHER_MB: megabytes(200),
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(['true', 'false'], 'must be true or false.')
    .default('false')
    .transform((value) => value === 'true'),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent.',
    )
    .default('info'),
});

/** The configuration of one gateway, checked. */
export interface Config extends Omit<
  z.output<typeof environment>,
  'PUBLIC_URL' | 'INTROSPECTION' | 'EXPLORER' | 'OAUTH_EMBEDDED_ISSUER'
> {
  readonly production: boolean;
  readonly chain: ChainConfig;
  /** Where traces go; undefined when they are off. */
  readonly tracing: ReturnType<typeof toTracingConfig>;
  /** The public URL of this service, without a slash at the end. */
  readonly PUBLIC_URL: string;
  /** Whether this gateway issues service tokens itself. */
  readonly OAUTH_EMBEDDED_ISSUER: boolean;
  /** Whether introspection is on. */
  readonly INTROSPECTION: boolean;
  /** The page at /graphql for browsers; `off` leads them to the schema. */
  readonly EXPLORER: 'sandbox' | 'graphiql' | 'off';
  /** What the operator should change, although it works. */
  readonly warnings: readonly string[];
}

/** Former names of variables, which are still read, and their names. */
const FORMER_NAMES = { PROOF_RPC_URLS: 'PRIZE_CHAIN_RPC_URLS' } as const;

/** The names of all settings, former ones included. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(environment.shape),
  ...Object.keys(FORMER_NAMES),
];

/** Reads the environment, and the file of ENV_FILE. Throws an Error that names every wrong variable. */
export function readConfig(environmentVariables: EnvironmentVariables = process.env): Config {
  const { variables, ignored } = readEnvFile(environmentVariables, SETTING_NAMES);
  const nonEmpty = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const former = Object.entries(FORMER_NAMES).filter(([name]) => nonEmpty[name] !== undefined);
  const renamed = Object.fromEntries(former.map(([name, now]) => [now, nonEmpty[name]]));
  const parsed = environment.safeParse({ ...renamed, ...nonEmpty });
  const wrong = findMisspelt(Object.keys(nonEmpty), SETTING_NAMES).map(
    ([name, setting]) => `${name} is not a setting: use ${setting}, or remove it.`,
  );
  for (const { path, message } of parsed.error?.issues ?? []) wrong.push(`${String(path[0])} ${message}`);
  if (!parsed.success || wrong.length > 0) throw new Error(`The configuration is wrong. ${wrong.join(' ')}`);
  const production = parsed.data.NODE_ENV === 'production';
  const introspection = parsed.data.INTROSPECTION ?? !production;
  return {
    ...parsed.data,
    production,
    chain: toChainConfig(parsed.data, {
      rpcUrl: parsed.data.RPC_URL,
      isEmbedded: parsed.data.DATABASE_URL === undefined && !production,
    }),
    tracing: toTracingConfig(parsed.data),
    PUBLIC_URL: (parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`).replace(/\/+$/, ''),
    OAUTH_EMBEDDED_ISSUER: parsed.data.OAUTH_EMBEDDED_ISSUER ?? true,
    INTROSPECTION: introspection,
    EXPLORER: toExplorer(parsed.data.EXPLORER, introspection, production),
    warnings: [
      ...former.map(([name, now]) => `${name} is the former name of ${now}: use that one.`),
      ...ignored.map((name) => `${name} of ENV_FILE is not a setting: it is ignored.`),
    ],
  };
}

/**
 * Sandbox reads the schema by introspection; GraphiQL reads /schema.graphql. Sandbox also runs a script of another site on the origin
 * of the sessions, so production does without it.
 */
function toExplorer(
  chosen: Config['EXPLORER'] | undefined,
  introspection: boolean,
  production: boolean,
): Config['EXPLORER'] {
  if (chosen === 'sandbox' && production)
    throw new Error(
      'The configuration is wrong. EXPLORER=sandbox runs a script of another site beside the sessions; production takes graphiql or off.',
    );
  if (chosen === 'sandbox' && !introspection)
    throw new Error(
      'The configuration is wrong. EXPLORER=sandbox needs INTROSPECTION=on; EXPLORER=graphiql works without it.',
    );
  if (chosen !== undefined || !introspection) return chosen ?? 'off';
  return production ? 'graphiql' : 'sandbox';
}
