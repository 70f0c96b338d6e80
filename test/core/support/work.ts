import type {
  BlockIdentity,
  EntryCounts,
  ReadModelProgress,
} from '../../../src/core/chain/read-model-progress.ts';
import { DomainError } from '../../../src/core/errors.ts';
import type { JobName, JobOptions, Jobs } from '../../../src/core/jobs.ts';
import type {
  DeliveryCheck,
  DeliveryChecks,
  RecordedDelivery,
} from '../../../src/core/prizes/delivery-checks.ts';
import type { ProofChains, ProofFinding } from '../../../src/core/prizes/proof-chains.ts';
import { MailRefused, type Mail, type MailMessage } from '../../../src/core/mail.ts';
import type { Memory } from './memory.ts';

interface KeptJob extends JobOptions {
  readonly name: JobName;
  readonly data: unknown;
}

/** Jobs that nobody does: the tests look at them. */
export interface FakeJobs extends Jobs {
  readonly waiting: readonly KeptJob[];
}

export function createJobs(memory: Memory): FakeJobs {
  const jobs = memory.table<KeptJob>();
  const add = (job: KeptJob) => {
    const isThere = job.key !== undefined && jobs.find((row) => row.name === job.name && row.key === job.key);
    if (!isThere) jobs.add(job);
  };
  return {
    get waiting() {
      return jobs.rows;
    },
    async add(name, data, options = {}) {
      add({ name, data, ...options });
    },
    async addAll(name, many) {
      for (const job of many) add({ name, ...job });
    },
    async wake(name, many) {
      for (const job of many) add({ name, ...job });
      return new Set(many.map(({ key }) => key));
    },
  };
}

/** Messages that were handed over. */
export interface FakeMail extends Mail {
  readonly sent: readonly MailMessage[];
  isConfigured: boolean;
  isAway: boolean;
  hasServer: boolean;
  /** Addresses that the mail server does not accept now, and those that it refuses for good. */
  readonly refused: Set<string>;
  readonly refusedForGood: Set<string>;
}

export function createMail(): FakeMail {
  const sent: MailMessage[] = [];
  const mail: FakeMail = {
    sent,
    isConfigured: true,
    isAway: false,
    hasServer: false,
    refused: new Set(),
    refusedForGood: new Set(),
    ensureConfigured() {
      if (!mail.isConfigured) throw new DomainError('SERVICE_UNAVAILABLE', 'No e-mail can be sent.');
    },
    async send(message) {
      mail.ensureConfigured();
      if (mail.refusedForGood.has(message.to)) throw new MailRefused(undefined);
      if (mail.isAway || mail.refused.has(message.to))
        throw new DomainError('SERVICE_UNAVAILABLE', 'The mail server is away.', { retryAfterSeconds: 30 });
      sent.push(message);
    },
  };
  return mail;
}

/** Recorded deliveries and their checks, with a look at them. */
export interface FakeDeliveryChecks extends DeliveryChecks {
  /** Deliveries that are recorded and confirmed; the tests add to them. */
  readonly recorded: { delivery: RecordedDelivery; dueAt: Date | null; check: DeliveryCheck | null }[];
  /** The providers of wallets. */
  readonly owners: Map<string, string>;
}

export function createDeliveryChecks(): FakeDeliveryChecks {
  const recorded: FakeDeliveryChecks['recorded'] = [];
  const owners: FakeDeliveryChecks['owners'] = new Map();
  const claims = new Map<string, string>();
  const keyOf = ({ giveawayId, round, revision, transactionHash }: RecordedDelivery) =>
    [giveawayId, round, revision, transactionHash].join(' ');
  const rowOf = (delivery: RecordedDelivery) =>
    recorded.find((row) => keyOf(row.delivery) === keyOf(delivery)) ?? { dueAt: null, check: null };
  return {
    recorded,
    owners,
    find: async (now, limit) =>
      recorded
        .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
        .slice(0, limit)
        .map(({ delivery, check }) => ({ ...delivery, begunAt: check?.begunAt ?? null })),
    async ownerOf(providerKey, wallets) {
      const known = wallets.flatMap((wallet) => owners.get(wallet) ?? []);
      return known.includes(providerKey) ? 'OWN' : known.length > 0 ? 'OTHER' : 'NONE';
    },
    async claim({ proofChainId, proofTransactionHash, giveawayId, round }, index) {
      const transfer = [proofChainId, proofTransactionHash, index].join(' ');
      const claimant = `${giveawayId} ${round}`;
      const held = claims.get(transfer);
      if (held !== undefined && held !== claimant) return false;
      claims.set(transfer, claimant);
      return true;
    },
    async save(delivery, check) {
      Object.assign(rowOf(delivery), { check, dueAt: check.again });
    },
    async end(delivery) {
      Object.assign(rowOf(delivery), { dueAt: null });
    },
  };
}

/** What the chains of proofs say: the same to everybody, until it is changed. */
export interface FakeProofChains extends ProofChains {
  finding: ProofFinding;
  isAway: boolean;
  readonly requested: number;
}

export function createProofChains(): FakeProofChains {
  let requested = 0;
  const chains = {
    finding: { kind: 'PENDING' } as ProofFinding,
    isAway: false,
    get requested() {
      return requested;
    },
    async inspect() {
      requested += 1;
      if (chains.isAway) throw new DomainError('CHAIN_UNAVAILABLE', 'The node gives no answer.');
      return chains.finding;
    },
  };
  return chains;
}

/** The read model, which notes up to which block it was waited for. */
export interface FakeReadModel extends ReadModelProgress {
  readonly waitedFor: readonly number[];
  /** Whether it has indexed nothing yet. */
  isBehind: boolean;
  counts: EntryCounts | undefined;
}

export function createReadModel(): FakeReadModel {
  const waitedFor: number[] = [];
  const readModel = {
    waitedFor,
    isBehind: false,
    counts: undefined as EntryCounts | undefined,
    async waitFor({ number }: BlockIdentity) {
      waitedFor.push(number);
      return !readModel.isBehind;
    },
    countsAfter: async () => readModel.counts,
  };
  return readModel;
}
