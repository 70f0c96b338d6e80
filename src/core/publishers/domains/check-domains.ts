import { accountFacts } from '../../audit/publisher-facts.ts';
import type { Audited } from '../../audit/record.ts';
import type { FeedChanges } from '../../listings/feed-changes.ts';
import type { DomainProofs } from './domain-proofs.ts';
import { nextStanding } from './next-standing.ts';
import type { DueDomain, PublisherDomainStore } from './publisher-domain-store.ts';

/** A slow domain delays three others for as long as a look takes, and no further ones. */
const AT_ONCE = 4;
/** A domain whose check was interrupted is due again after this time. */
const CLAIM_MS = 3_600_000;

type CheckingPorts = { domainProofs: DomainProofs; feedChanges: FeedChanges } & {
  publisherDomains: PublisherDomainStore;
} & Audited<{ publisherDomains: PublisherDomainStore }>;

interface CheckRun {
  /** Whether no domain was left to check. */
  readonly isDone: boolean;
  /** The errors of checks that could not be stored; their domains are checked again in an hour. */
  readonly failures: readonly unknown[];
}

/** Checks the proven domains that are due (job 'check-domains'). Stops early when `isOver`. */
export async function checkDomains(ports: CheckingPorts, isOver: () => boolean): Promise<CheckRun> {
  const { clock, feedChanges, publisherDomains } = ports;
  const failures: unknown[] = [];
  let hasChecked = false;
  try {
    for (;;) {
      if (isOver()) return { isDone: false, failures };
      const now = clock.now();
      const due = await publisherDomains.claimDue(now, new Date(now.getTime() + CLAIM_MS), AT_ONCE);
      hasChecked ||= due.length > 0;
      const checks = await Promise.allSettled(due.map((each) => check(ports, each)));
      failures.push(...checks.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])));
      if (due.length < AT_ONCE) return { isDone: true, failures };
    }
  } finally {
    // Once a run: each announcement makes all cached pages of the feed stale.
    if (hasChecked) feedChanges.announce();
  }
}

async function check(ports: CheckingPorts, { publisherId, namespace, domain }: DueDomain): Promise<void> {
  const { clock, domainProofs, ids } = ports;
  const finding = await domainProofs.lookAgain(domain);
  await ports.transaction(async ({ audit, publisherDomains }) => {
    const present = await publisherDomains.lock(publisherId);
    if (present?.token !== domain.token) return;
    const at = clock.now();
    const { checkAt, ...standing } = nextStanding(present, finding, at);
    await publisherDomains.saveStanding(publisherId, standing, checkAt);
    if (standing.provenAt !== null) return;
    const facts = { domain: domain.name, proven: false, ...accountFacts(namespace) };
    await audit.add({
      id: ids.next('aud'),
      at,
      actor: 'service',
      action: 'checkDomains',
      subject: publisherId,
      facts,
    });
  });
}
