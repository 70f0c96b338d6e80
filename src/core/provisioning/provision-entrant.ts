import { z } from 'zod';
import { emailAddress } from '../values/email.ts';
import { wholeNumber } from '../values/integers.ts';
import { defineOperation, type Work } from '../operations/provider-operation.ts';
import { requireGiveaway, type GiveawayPorts } from '../giveaways/require-giveaway.ts';
import type { Provision, ProvisionedEntries } from '../chain/chain-call.ts';
import { hubOfPassport, toNumberOnChain } from '../chain/hubs.ts';
import { UNLIMITED_TRANSFERS } from '../chain/contracts.ts';
import { optionalText, optionalUrl } from '../values/text.ts';
import { saveFollowUp } from './follow-up.ts';
import { findHeldPassport } from './held-passport.ts';
import type { ProjectedPassports } from '../passports/projected-passports.ts';
import type { Jobs } from '../jobs.ts';
import type { Mail } from '../mail.ts';
import type { Permits } from '../wallets/permits.ts';
import type { Provisions } from './provisions.ts';
import type { Sealing } from '../secrets/sealing.ts';
import type { WalletKeys } from '../wallets/wallet-keys.ts';
import type { WalletStore } from '../wallets/wallet-store.ts';
import { amount, evidence, reasonCode, toEvidence } from '../entries/issue-entries.ts';
import { flag } from '../values/flag.ts';
import { optionalWallet } from '../values/wallet-address.ts';
import { passportId } from '../passports/passport-id.ts';

/** Which wallet gets the passport, and whether it is a new or an existing one (interface 4.2). */
export const OWNERSHIP_MODES = [
  'direct_entrant_wallet',
  'managed_wallet',
  'transfer_existing_passport',
] as const;

const input = z
  .object({
    ownershipMode: z
      .enum(OWNERSHIP_MODES, `must be one of ${OWNERSHIP_MODES.join(', ')}.`)
      .nullish()
      .transform((mode) => mode ?? 'direct_entrant_wallet')
      .meta({ default: 'direct_entrant_wallet' }),
    entrantWallet: optionalWallet(),
    managedWallet: optionalWallet(),
    sourceWallet: optionalWallet(),
    passportId: passportId.nullish(),
    giveawayId: optionalText(128, null),
    issue: z.boolean('must be true or false.').nullish(),
    amount: amount.nullish(),
    reasonCode,
    evidence,
    maxTransfers: wholeNumber({ min: 0, max: UNLIMITED_TRANSFERS - 1 }).nullish(),
    notify: flag(),
    email: z
      .union([z.literal(''), emailAddress], 'must be an e-mail address.')
      .nullish()
      .transform((address) => address || null),
    claimUrl: optionalUrl(),
  })
  .superRefine((draft, { addIssue }) => {
    const requireField = (path: keyof typeof draft, when: string) => {
      if (draft[path] == null) addIssue({ code: 'custom', path: [path], message: `is required ${when}.` });
    };
    const mode = draft.ownershipMode;
    if (mode !== 'managed_wallet') requireField('entrantWallet', `with ownershipMode ${mode}`);
    if (mode === 'transfer_existing_passport') requireField('sourceWallet', `with ownershipMode ${mode}`);
    if (draft.issue === true)
      requireField('giveawayId', 'to issue entries: send the giveaway, or issue: false');
    if (issuesEntries(draft)) requireField('amount', 'to issue entries: send how many, or issue: false');
    if (draft.notify) requireField('email', 'to notify the entrant');
  });

type Draft = z.output<typeof input>;

/** Whether the provision issues entries: as `issue` says, else when a giveaway is named. */
function issuesEntries({
  issue,
  giveawayId,
}: {
  readonly issue?: boolean | null | undefined;
  readonly giveawayId: string | null;
}) {
  return issue ?? giveawayId !== null;
}

type ProvisionPorts = {
  jobs: Jobs;
  mail: Mail;
  permits: Permits;
  projectedPassports: ProjectedPassports;
  provisions: Provisions;
  sealing: Sealing;
  walletKeys: WalletKeys;
  wallets: WalletStore;
} & GiveawayPorts;

/**
 * Mints a passport to an entrant, or transfers an existing one, and issues entries in the same transaction; afterwards
 * stores the contact and sends the e-mail (interface 4.2, decision: fields).
 */
export const provisionEntrant = defineOperation({
  endpoint: 'provision-entrant',
  permission: 'provider:passports',
  input,
  addresses: ['entrantWallet', 'managedWallet', 'sourceWallet'],

  async prepare(ports: ProvisionPorts, work) {
    const { caller, operationId, input: draft } = work;
    const { ownershipMode, email, notify, claimUrl } = draft;
    if (notify) ports.mail.ensureConfigured();
    const evidence = issuesEntries(draft) ? toEvidence(ports, caller.providerId, draft.evidence) : null;
    const entries = await entriesOf(ports, work, evidence?.hash ?? null);
    const call =
      ownershipMode === 'transfer_existing_passport'
        ? await transferOf(ports, work, entries)
        : await mintOf(ports, work, entries);
    if (email != null)
      await saveFollowUp(ports, { operationId, providerId: caller.providerId, email, notify, claimUrl });
    return {
      call,
      facts: {
        ownershipMode,
        ownerWallet: call.to,
        ...(ownershipMode === 'managed_wallet' && { managedWallet: call.to }),
        ...(ownershipMode === 'transfer_existing_passport' && { sourceWallet: draft.sourceWallet }),
        ...(draft.entrantWallet !== null && { entrantWallet: draft.entrantWallet }),
        ...(call.kind === 'provision-transfer' && { passportId: call.passportId }),
        ...(entries && {
          giveawayId: draft.giveawayId,
          amount: entries.amount,
          reasonCode: entries.reasonCode,
        }),
        notification: notify ? 'QUEUED' : null,
      },
      evidence,
    };
  },
});

async function entriesOf(
  ports: GiveawayPorts,
  work: Work<Draft>,
  evidence: string | null,
): Promise<ProvisionedEntries | null> {
  const { input } = work;
  const { giveawayId, amount, reasonCode } = input;
  if (!issuesEntries(input) || giveawayId === null || amount == null) return null;
  return {
    giveaway: await requireGiveaway(ports, work, giveawayId),
    amount,
    reasonCode,
    evidence,
  };
}

async function mintOf(
  ports: { provisions: Provisions; walletKeys: WalletKeys; wallets: WalletStore },
  { caller, input }: Work<Draft>,
  entries: ProvisionedEntries | null,
): Promise<Provision> {
  const { ownershipMode, entrantWallet, managedWallet, maxTransfers } = input;
  const target = ownershipMode === 'managed_wallet' ? managedWallet : entrantWallet;
  return {
    kind: 'provision-mint',
    provider: caller.providerKey,
    to: target ?? (await generateWallet(ports, caller.providerId, entrantWallet)),
    maxTransfers: maxTransfers ?? null,
    entries,
  };
}

/** Creates a managed wallet in custody. If the request is then refused, an unused wallet remains, which holds nothing. */
async function generateWallet(
  {
    walletKeys,
    wallets,
    provisions,
  }: { provisions: Provisions; walletKeys: WalletKeys; wallets: WalletStore },
  providerId: string,
  entrantWallet: string | null,
): Promise<string> {
  const wallet = await walletKeys.generate({ purpose: 'MANAGED', label: `entrant of ${providerId}` });
  await wallets.add(wallet);
  await provisions.addManagedWallet(providerId, wallet.address, entrantWallet);
  return wallet.address;
}

/** How long the permit of a managed wallet is valid. */
const PERMIT_SECONDS = 86_400;

async function transferOf(
  ports: Pick<ProvisionPorts, 'projectedPassports' | 'contracts' | 'permits' | 'provisions'>,
  { caller, input }: Work<Draft>,
  entries: ProvisionedEntries | null,
): Promise<Provision> {
  const { sourceWallet: from, entrantWallet: to } = input;
  if (from === null || to === null) throw new Error('The schema requires both wallets.');
  const held = await findHeldPassport(ports, from, input.passportId ?? null);
  const move = { kind: 'provision-transfer', provider: caller.providerKey, from, to, entries } as const;
  // The owner of a wallet outside our custody must have approved the signer in the contract, which checks it.
  if (!(await ports.provisions.isManagedBy(caller.providerId, from)))
    return { ...move, passportId: held.passportId, deadline: 0, signature: null };
  const deadline = (await ports.contracts.time()) + PERMIT_SECONDS;
  const hub = hubOfPassport(held.passportId);
  const signature = await ports.permits.signTransferPermit({
    spender: (await ports.contracts.site(hub)).hub,
    from,
    to,
    passportId: BigInt(toNumberOnChain(held.passportId)),
    nonce: held.permitNonce,
    deadline: BigInt(deadline),
  });
  return { ...move, passportId: held.passportId, deadline, signature };
}
