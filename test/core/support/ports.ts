import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import { signatures } from '../../../src/adapters/chain/hub/signatures.ts';
import { createCredentials } from '../../../src/adapters/auth/secrets.ts';
import type { Caller, Permission } from '../../../src/core/access/callers.ts';
import type { DomainError } from '../../../src/core/errors.ts';
import { run, type UseCase } from '../../../src/core/use-case.ts';
import type { ImageDecoder } from '../../../src/core/pictures/image-decoder.ts';
import type { Ports } from '../../../src/adapters/ports/ports.ts';
import type { z } from 'zod';
import {
  createApiKeys,
  createAudit,
  createPublishers,
  createServiceClients,
  createSessionStore,
} from './access-stores.ts';
import {
  createBeacon,
  createChain,
  createContracts,
  createKnownGiveaways,
  createPendingRounds,
  createProjectedPassports,
  createRoundClaims,
} from './chain.ts';
import { createContacts, createProvisions, createSeenOwners } from './contact-stores.ts';
import { createDecisions, createFeedChanges, createListings } from './listing-stores.ts';
import { createMemory, only, unused } from './memory.ts';
import { createIdempotency, createOperations } from './operations.ts';
import { createProviders } from './provider-stores.ts';
import { createKeyEncryption, createSealing, createWalletKeys } from './secrets.ts';
import {
  createAccounts,
  createDevices,
  createRateLimits,
  createSignIn,
  createSignInCodes,
} from './sign-in.ts';
import { createClock, createIds, createServiceHealth } from './time.ts';
import { createWebhookCalls, createWebhookQueue, createWebhooks } from './webhooks.ts';
import { createFeedMatches } from '../webhooks/feed-matches.ts';
import { createDeliveryChecks, createJobs, createMail, createProofChains, createReadModel } from './work.ts';

/**
 * Everything that the core needs, in memory. The fakes keep what they are given and refuse what the real parts refuse:
 * `test/postgres/ports` runs the same expectations on both. Hash functions and signatures are the real ones.
 */
export function createPorts() {
  const memory = createMemory();
  const clock = createClock();
  const ids = createIds();
  const chain = createChain();
  const publishers = createPublishers(memory, ids);
  const accounts = createAccounts(memory, ids, publishers);
  const audit = createAudit(memory);
  const operations = createOperations(memory, clock, audit);
  const roundClaims = createRoundClaims(memory, clock, operations);
  const keyEncryption = createKeyEncryption();
  const { hidings, ...decisions } = createDecisions(memory);
  const stores = {
    accountMails: unused('accountMails'),
    accounts,
    apiKeys: createApiKeys(memory, accounts),
    audit,
    contacts: createContacts(memory),
    devices: createDevices(memory),
    evidence: unused('evidence'),
    feedSubscriptions: unused('feedSubscriptions'),
    publisherDomains: unused('publisherDomains'),
    publisherMembers: unused('publisherMembers'),
    passkeys: unused('passkeys'),
    pictures: unused('pictures'),
    imageFetchStore: unused('imageFetchStore'),
    listingDrafts: unused('listingDrafts'),
    listingObjections: unused('listingObjections'),
    publishers,
    seenOwners: createSeenOwners(memory),
    serviceClients: createServiceClients(memory),
    sessions: createSessionStore(memory),
    webhooks: createWebhooks(memory, clock),
    ...createListings(memory, publishers, audit),
    ...decisions,
    ...createProvisions(memory),
    ...createProviders(memory, accounts),
  };
  const ports = {
    ...stores,
    backups: unused('backups'),
    beacon: createBeacon(),
    /** What stands on the chain; `contracts` reads it. */
    chain,
    clock,
    contracts: createContracts(chain, clock),
    credentials: createCredentials(['a secret of the installation']),
    deliveryChecks: createDeliveryChecks(),
    deliveryResults: unused('deliveryResults'),
    domainProofs: unused('domainProofs'),
    digests,
    drawProofs: { read: async () => undefined },
    feed: unused('feed'),
    feedChanges: createFeedChanges(),
    feedMatches: createFeedMatches(),
    idempotency: createIdempotency(memory),
    imageFetches: unused('imageFetches'),
    imageDecoder: only<ImageDecoder>('imageDecoder', { findFault: async () => undefined }),
    giveawaySchedules: unused('giveawaySchedules'),
    ids,
    installation: unused('installation'),
    jobs: createJobs(memory),
    keyEncryption,
    knownGiveaways: createKnownGiveaways(),
    listingClicks: unused('listingClicks'),
    mail: createMail(),
    operations,
    passkeyCeremonies: unused('passkeyCeremonies'),
    pendingRounds: createPendingRounds(roundClaims),
    permits: { signTransferPermit: async () => `0x${'1b'.repeat(65)}` },
    pictureSpace: { ofPublisher: 0, inAll: 0 },
    projectedPassports: createProjectedPassports(),
    proofChains: createProofChains(),
    rateLimits: createRateLimits(clock),
    readModel: createReadModel(),
    reportFigureReads: unused('reportFigureReads'),
    roundChartReads: unused('roundChartReads'),
    roundClaims,
    sealing: createSealing(keyEncryption),
    serviceHealth: createServiceHealth(),
    signatures,
    signerLedger: unused('signerLedger'),
    signIn: createSignIn(),
    signInCodes: createSignInCodes(memory),
    ownListings: unused('ownListings'),
    statisticsReads: unused('statisticsReads'),
    subscriberCalls: unused('subscriberCalls'),
    trackRecordReads: unused('trackRecordReads'),
    walletKeys: createWalletKeys(ids, clock, keyEncryption),
    webhookCalls: createWebhookCalls(),
    webhookQueue: createWebhookQueue(),
    transaction: <Result>(work: (inner: typeof stores) => Promise<Result>) =>
      memory.transaction(() => work(stores)),
  };
  return {
    ...ports,
    /** The decisions to hide listings, and the mails about them. */
    hidings,
    /** Checks the caller and the input of a use case, and runs it. */
    run: <Input extends z.ZodType, Output, P extends Permission>(
      caller: Caller,
      useCase: UseCase<Input, Output, P, Ports>,
      input: unknown,
    ) => run(ports, caller, useCase, input),
  };
}

export type FakePorts = ReturnType<typeof createPorts>;

/** The error that this ends with; an error of the test when it ends well. */
export async function errorOf(work: Promise<unknown>): Promise<DomainError> {
  return work.then(
    () => {
      throw new Error('It was not refused.');
    },
    (error: DomainError) => error,
  );
}
