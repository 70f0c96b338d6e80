import { saveProvisionedContact } from '../contacts/save-provisioned-contact.ts';
import { isSettled } from '../operations/operation.ts';
import { JobNotDue, type JobData } from '../jobs.ts';
import { MailRefused, type Mail } from '../mail.ts';
import { isKeyElsewhere } from '../secrets/key-elsewhere.ts';
import { openFollowUp } from './follow-up.ts';
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

/**
 * The follow-up of a provision (job 'finish-provision'): waits for the operation, stores the contact for the provider and
 * sends the entrant an e-mail, at least once, then deletes the personal data. After a failed operation it only deletes. Without
 * the key-encryption key of the data it waits for an instance that has it. An e-mail that the mail server refuses for good is not
 * sent again.
 */
export async function finishProvision(
  ports: {
    accounts: AccountStore;
    clock: Clock;
    contacts: ContactStore;
    contracts: Contracts;
    mail: Mail;
    operations: Operations;
    providers: ProviderStore;
    provisions: Provisions;
    sealing: Sealing;
    serviceHealth: ServiceHealth;
  },
  { operationId }: JobData['finish-provision'],
  addedAt: Date,
): Promise<void> {
  const sealed = await ports.provisions.findFollowUp(operationId);
  if (sealed === undefined) return;
  const operation = await ports.operations.find(operationId);
  const age = ports.clock.now().getTime() - addedAt.getTime();
  if (operation === undefined && age > ACCEPTED_WITHIN_MS && !(await isClockWrong(ports)))
    return ports.provisions.deleteFollowUp(operationId);
  if (operation === undefined || !isSettled(operation)) throw JobNotDue.since(age / 1_000);
  const { result, request } = operation;
  const passportId = Number(result?.['passportId'] ?? request?.facts['passportId']);
  const ownerWallet = request?.facts['ownerWallet'];
  if (operation.status !== 'FAILED' && typeof ownerWallet === 'string' && passportId > 0) {
    const { providerId, email, notify, claimUrl } = await openFollowUp(ports, sealed).catch(
      (error: unknown) => {
        throw isKeyElsewhere(error) ? JobNotDue.since(age / 1_000) : error;
      },
    );
    await saveProvisionedContact(ports, { providerId, passportId, ownerWallet, email });
    if (notify) {
      const provider = await ports.providers.find(providerId);
      const facts = request?.facts ?? {};
      const entries = typeof facts['amount'] === 'number' ? facts['amount'] : null;
      const notice = composeNotice({
        provider: provider?.name ?? '',
        passportId,
        ownerWallet,
        entries,
        claimUrl,
        language: await ports.accounts.findLanguage(email),
      });
      await ports.mail.send({ id: operationId, to: email, ...notice }).catch(unlessRefused);
    }
  }
  await ports.provisions.deleteFollowUp(operationId);
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof MailRefused)) throw error;
}
