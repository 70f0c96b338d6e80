import type { DiagnosisQuery } from '../documents.ts';

type Part = DiagnosisQuery['status']['parts'][number];

const BY_REASON: Partial<Readonly<Record<NonNullable<Part['reason']>, string>>> = {
  DISK_FULL: 'free some of its disk; nothing needs a restart.',
  NOT_WRITABLE: 'end its read-only mode, or point DATABASE_URL to the primary.',
  NO_NEW_BLOCK: 'restart the node, or wait for its chain.',
  OTHER_CHAIN: 'point RPC_URL to a node of the chain whose data is stored.',
  RPC_DOWN: 'start the node, or set another RPC_URL.',
  RPC_LAGGING: 'wait until the node has caught up, or set another RPC_URL.',
  GAS_TOO_HIGH: 'wait for lower fees, or raise MAX_FEE_GWEI.',
  INSUFFICIENT_FUNDS: 'send native currency to the signers with few operations left.',
  SIGNER_PAUSED: 'give this instance the key of the wallet, or look at the log.',
  NOT_MINED: 'look at the fee and the mempool of the node.',
  NOT_SENT: 'look at the log: no instance works on them.',
  COUNTERS_EVICTABLE:
    'set maxmemory-policy noeviction on the Redis of the counters, or give them one of their own.',
  FAILING: 'look for the job in the log, and correct its error.',
  GIVEN_UP: 'look for the job in the log: part of its work is not done.',
  KEYS_UNREADABLE: 'ask the issuer, or correct OAUTH_ISSUERS.',
  KEY_MISSING: 'add the missing key to KEY_ENCRYPTION_KEYS.',
  OTHER_SECRETS: 'give every instance the same secrets; the log names the settings that differ.',
  DATABASE_CLOCK: 'run a time service on this machine and on that of the database.',
  CHAIN_CLOCK: 'run a time service on this machine; the clock of the chain may be wrong too.',
  BACKUP_OLD: 'run giveaways backup, and giveaways backup --verify with its file.',
  SETTINGS_REFUSED: 'correct the settings in ENV_FILE that the log names, and send SIGHUP again.',
  RESTART_NEEDED: 'restart the instance, since some of its new settings need that.',
  OTHER_SETTINGS: 'give every instance the same values; the log names the settings that differ.',
};

const BY_PART: Readonly<Record<Part['part'], string>> = {
  DATABASE: 'start PostgreSQL, or correct DATABASE_URL and the network.',
  REPLICA: 'continue its replay, or look at its disk and network.',
  CACHE: 'start Redis, or correct REDIS_URL, COUNTERS_REDIS_URL or the network; the log names the address.',
  NODE: 'start the node, or correct RPC_URL and the addresses of the contracts; the log says why.',
  READ_MODEL: 'the log says why blocks are not projected.',
  OPERATIONS: 'look at the log of the lanes.',
  BEACON: 'wait, or set other BEACON_URLS.',
  MAIL: 'correct SMTP_URL, and look at the log.',
  JOBS: 'look for the job in the log.',
  ISSUER: 'ask the issuer, or correct OAUTH_ISSUERS.',
  KEYS: 'add the missing key to KEY_ENCRYPTION_KEYS.',
  CLOCK: 'run a time service on every machine.',
  BACKUP: 'run giveaways backup, and giveaways backup --verify with its file.',
  SETTINGS: 'look at the log for what is wrong with ENV_FILE.',
};

/** Parts whose state is read from the database. */
const OF_DATABASE: readonly Part['part'][] = ['OPERATIONS', 'JOBS', 'KEYS', 'CLOCK', 'BACKUP'];
const NOT_READ = 'its state could not be read: see to DATABASE first, and to the log.';
/** Parts whose reasons are those of the node. */
const OF_NODE: readonly Part['part'][] = ['READ_MODEL', 'BEACON'];
const NODE_FIRST = 'see to NODE first, whose chain it needs.';

/** What is wrong with a part, and what to do; undefined where nothing is. */
export function adviseOnPart({ part, number, state, lagSeconds, reason }: Part): string | undefined {
  if (state === 'OK' || state === 'OFF') return undefined;
  const name = number === null ? part : `${part} ${number}`;
  const facts = [reason, lagSeconds === null ? null : `${lagSeconds} s`].filter((fact) => fact !== null);
  const told = facts.length > 0 ? ` (${facts.join(', ')})` : '';
  const isUnread = state === 'DOWN' && reason === null && OF_DATABASE.includes(part);
  const advice = isUnread ? NOT_READ : ((reason && adviceOnReason(part, reason)) ?? BY_PART[part]);
  return `${name} is ${state}${told}: ${advice}`;
}

function adviceOnReason(part: Part['part'], reason: NonNullable<Part['reason']>): string | undefined {
  return OF_NODE.includes(part) ? NODE_FIRST : BY_REASON[reason];
}
