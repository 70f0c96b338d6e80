import { saveProvisionedContact } from '../contacts/save-provisioned-contact.ts';
import { isSettled, type Operation } from '../operations/operation.ts';
import { JobNotDue, type JobData, type Jobs } from '../jobs.ts';
import { MailRefused, type Mail } from '../mail.ts';
import { isKeyElsewhere } from '../secrets/key-elsewhere.ts';
import { openFollowUp, type FollowUp } from './follow-up.ts';
import { composeNotice } from './notice/compose-notice.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { Clock } from '../clock.ts';
import type { ContactStore } from '../contacts/contact-store.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Operations } from '../operations/operations.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import type { Provisions } from './provisions.ts';
import type { Sealing } from '../secrets/sealing.ts';
import { isClockWrong } from '../status/is-clock-wrong.ts';
import type { ServiceHealth } from '../status/service-health.ts';

/** After this time an operation that was not accepted never will be. */
const ACCEPTED_WITHIN_MS = 86_400_000;
/** Until it is looked whether the provision is final. */
const FINAL_SECONDS = 900;
/** So long after the e-mail an outcome counts as final that does not become so, as where no further blocks come. */
const FINAL_WITHIN_MS = 3_600_000;
/** In place of a passport after a failure. */
const NO_PASSPORT = 0;

type FinishPorts = {
  accounts: AccountStore;
  clock: Clock;
  contacts: ContactStore;
  contracts: Contracts;
  jobs: Jobs;
  mail: Mail;
  operations: Operations;
  providers: ProviderStore;
  provisions: Provisions;
  sealing: Sealing;
  serviceHealth: ServiceHealth;
};

/**
 * The follow-up of a provision (job 'finish-provision'): waits for the operation, stores the contact for the provider and
 * sends the entrant an e-mail, at least once. It deletes the personal data when the outcome is final. Until then a reorganisation can give
 * the entrant another passport, of which it stores the contact and sends an e-mail too, or make the provision fail: then the contact
 * of the former passport is removed. Without the key-encryption key of the data it waits for an instance that has it. An e-mail that the
 * mail server refuses for good is not sent again.
 */
export async function finishProvision(
  ports: FinishPorts,
  { operationId, passportId: finished, givenAt: finishedAt }: JobData['finish-provision'],
  addedAt: Date,
): Promise<void> {
  const sealed = await ports.provisions.findFollowUp(operationId);
  if (sealed === undefined) return;
  const operation = await ports.operations.find(operationId);
  const age = ports.clock.now().getTime() - addedAt.getTime();
  const notYet = JobNotDue.since(age / 1_000);
  if (operation === undefined && age > ACCEPTED_WITHIN_MS && !(await isClockWrong(ports)))
    return ports.provisions.deleteFollowUp(operationId);
  if (operation === undefined || !isSettled(operation)) throw notYet;
  const entrant = findEntrant(operation);
  const passportId = entrant?.passportId ?? NO_PASSPORT;
  if (passportId === (finished ?? NO_PASSPORT)) {
    if (!canChange(operation) || age >= FINAL_WITHIN_MS) return ports.provisions.deleteFollowUp(operationId);
    throw new JobNotDue(FINAL_SECONDS);
  }
  const givenAt = ports.clock.now();
  if (entrant !== undefined) {
    const followUp = await openFollowUp(ports, sealed).catch((error: unknown) => {
      throw isKeyElsewhere(error) ? notYet : error;
    });
    await finish(ports, operation, { ...entrant, givenAt }, followUp, finished !== undefined);
  }
  const { providerId } = sealed;
  if (finished !== undefined && finishedAt !== undefined)
    await ports.contacts.removeProvisioned({
      providerId,
      passportId: finished,
      givenAt: new Date(finishedAt),
    });
  if (!canChange(operation)) return ports.provisions.deleteFollowUp(operationId);
  const options = { key: `${operationId}_${passportId}`, afterSeconds: FINAL_SECONDS, group: providerId };
  await ports.jobs.add(
    'finish-provision',
    { operationId, passportId, givenAt: givenAt.toISOString() },
    options,
  );
}

/** Who got which passport. */
interface Entrant {
  readonly passportId: number;
  /** EIP-55. */
  readonly ownerWallet: string;
}

/** Undefined after a failure. */
function findEntrant({ status, result, request }: Operation): Entrant | undefined {
  const passportId = Number(result?.['passportId'] ?? request?.facts['passportId']);
  const ownerWallet = request?.facts['ownerWallet'];
  if (status === 'FAILED' || typeof ownerWallet !== 'string' || !(passportId > 0)) return undefined;
  return { passportId, ownerWallet };
}

/** Whether a reorganisation can still change the outcome: not one that is final, or a failure without a transaction. */
function canChange({ status, blockNumber }: Operation): boolean {
  return status !== 'FINALIZED' && !(status === 'FAILED' && blockNumber === null);
}

/** Stores the contact and sends the e-mail. `isAnother` says that there was an e-mail about another passport. */
async function finish(
  ports: FinishPorts,
  { id, request }: Operation,
  { passportId, ownerWallet, givenAt }: Entrant & { readonly givenAt: Date },
  { providerId, email, notify, claimUrl }: FollowUp,
  isAnother: boolean,
): Promise<void> {
  await saveProvisionedContact(ports, { providerId, passportId, ownerWallet, email, givenAt });
  if (!notify) return;
  const provider = await ports.providers.find(providerId);
  const facts = request?.facts ?? {};
  const notice = composeNotice({
    provider: provider?.name ?? '',
    passportId,
    ownerWallet,
    entries: typeof facts['amount'] === 'number' ? facts['amount'] : null,
    claimUrl,
    language: await ports.accounts.findLanguage(email),
  });
  const mailId = isAnother ? `${id}_${passportId}` : id;
  await ports.mail.send({ id: mailId, to: email, ...notice }).catch(unlessRefused);
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof MailRefused)) throw error;
}
