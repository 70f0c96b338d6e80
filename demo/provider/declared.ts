import { Contract, id, Wallet, type TypedDataDomain, type TypedDataField } from 'ethers';
import { passportArtifact } from '../../src/adapters/chain/hub/artifacts/passport.ts';
import { PassportContactMessage, SharePassportContact } from '@giveaway-gateway/client/documents';
import { graphql, refusalOf } from '../gateway.ts';
import { chainTime, moveTo } from '../giveaway/clock.ts';
import type { EmbeddedChain } from '../giveaway/embedded-chain.ts';
import { CURRENCY, payPrize } from '../giveaway/pay-prize.ts';
import { expectThat, step, tell } from '../tell.ts';
import { resultOf, type Integration } from './integration.ts';

const DAY = 86_400;

/** A giveaway of one round: entrants of all kinds, corrections, a declared winner, and the delivery of the prize. */
export async function playDeclared(chain: EmbeddedChain, integration: Integration): Promise<void> {
  const { passport: passports } = chain;
  const { api } = integration;
  const startTime = await chainTime(chain);
  const giveawayId = `rest-${startTime}`;
  step(`Creating the giveaway ${giveawayId} for a day: create-giveaway`);
  const created = await resultOf(
    api.createGiveaway({
      body: {
        giveawayId,
        startTime,
        endTime: startTime + DAY,
        determinationType: 0,
        providerPaysReceiptGas: true,
        winners: 2,
        title: 'A giveaway by REST',
      },
    }),
  );
  tell(`it is ${created.id}`);

  step('Provisioning entrants in all three modes: provision-entrant');
  // A wallet with its own funds, so that its owner can transfer without the gateway.
  const owner = new Wallet(chain.signers.at(-1)?.privateKey ?? '', chain.rpc);
  const direct = await resultOf(
    api.provisionEntrant({
      body: {
        entrantWallet: owner.address,
        giveawayId,
        amount: 3,
        maxTransfers: 1,
        notify: true,
        email: 'entrant@example.com',
        claimUrl: 'https://example.com/claim',
      },
    }),
  );
  tell(`passport ${direct.passportId} belongs to ${owner.address}, with 3 entries; an e-mail follows`);
  const managed = await resultOf(
    api.provisionEntrant({ body: { ownershipMode: 'managed_wallet', giveawayId, amount: 2 } }),
  );
  tell(`passport ${managed.passportId} belongs to a wallet that is managed here, ${managed.managedWallet}`);
  const moved = await resultOf(
    api.provisionEntrant({
      body: {
        ownershipMode: 'transfer_existing_passport',
        sourceWallet: managed.managedWallet,
        passportId: managed.passportId,
        entrantWallet: Wallet.createRandom().address,
        giveawayId,
        amount: 1,
      },
    }),
  );
  tell(`passport ${moved.passportId} moved to ${moved.ownerWallet} by the managed wallet's own permit`);

  step('Issuing and removing entries: issue-entries, remove-entries');
  const { passportId } = direct;
  const change = { giveawayId, passportId, expectedOwnerWallet: owner.address };
  await resultOf(api.issueEntries({ body: { ...change, amount: 4, reasonCode: 1, evidence: 'order 1001' } }));
  const removed = await resultOf(api.removeEntries({ body: { ...change, amount: 2, reasonCode: 2 } }));
  tell(`passport ${passportId} holds ${removed.entries} of ${removed.roundTotal} entries`);

  step('A passport changes hands elsewhere: passport-status');
  const buyer = Wallet.createRandom().connect(chain.rpc);
  await transfer(owner, passports, buyer.address, passportId);
  const stale = await refusalOf(api.issueEntries({ body: { ...change, amount: 1 } }));
  expectThat(stale.status === 422, 'the contract should refuse the earlier owner');
  tell(`with the earlier owner's address: ${stale.reason}`);
  const { result: status } = await api.passportStatus({ query: { passportId } });
  expectThat(status.ownerChanged, 'passport-status should tell of the new owner');
  tell(`${status.previousOwnerWallet} gave it to ${status.ownerWallet}; tradable: ${status.tradable}`);

  await shareContact(integration, buyer, passportId);

  step('Declaring the winner: declare-winner, then receipt, texts, image and delivery');
  const early = await refusalOf(api.declareWinner({ body: { giveawayId, passportId } }));
  tell(`before it has ended: ${early.reason}`);
  await moveTo(chain, startTime + DAY + 1);
  const declared = await resultOf(api.declareWinner({ body: { giveawayId, passportId } }));
  const roundIndex = declared.roundIndex;
  tell(`passport ${declared.passportId} of ${declared.ownerWallet} won`);
  const { place, ownerWallet: second } = await resultOf(
    api.declareWinner({ body: { giveawayId, passportId: managed.passportId } }),
  );
  expectThat(place === 1, 'the second winner should have the second place');
  tell(`${second} has the second place`);
  await resultOf(
    api.setRoundMetadata({
      body: {
        giveawayId,
        roundIndex,
        title: 'Won',
        itemImage: 'https://example.com/prize.png',
      },
    }),
  );
  await resultOf(
    api.setRoundImage({ body: { giveawayId, roundIndex, imageURI: 'https://example.com/winner.png' } }),
  );
  const recipient = declared.ownerWallet;
  const proof = {
    giveawayId,
    roundIndex,
    assetContract: CURRENCY,
    proofChainId: chain.chainId,
    proofTxHash: await payPrize(chain, -1, recipient),
  };
  const wrong = await refusalOf(api.recordPrizeDelivery({ body: { ...proof, recipient: owner.address } }));
  expectThat(wrong.status === 422, 'only the owner of the winning passport gets the prize');
  tell(`to an earlier owner: ${wrong.reason}`);
  await resultOf(api.recordPrizeDelivery({ body: { ...proof, recipient, proofTxHash: id('a mistake') } }));
  const delivered = await resultOf(api.recordPrizeDelivery({ body: { ...proof, recipient } }));
  tell(`the delivery to ${delivered.recipient} is recorded, and its proof corrected`);
  const secondPrize = { place, recipient: second, proofTxHash: await payPrize(chain, -1, second) };
  await resultOf(api.recordPrizeDelivery({ body: { ...proof, ...secondPrize } }));
  tell(`the prize of the second place is delivered to ${second}`);
  await resultOf(api.confirmReceiptByProvider({ body: { giveawayId } }));
  const late = await refusalOf(api.recordPrizeDelivery({ body: { ...proof, recipient } }));
  expectThat(late.status === 422, 'a confirmed delivery should be final');
  tell(`after the receipt is confirmed: ${late.reason}`);
}

async function transfer(owner: Wallet, passports: string, to: string, passportId: number): Promise<void> {
  const contract = new Contract(passports, passportArtifact.abi, owner);
  const sent = await contract.getFunction('transferFrom')(owner.address, to, passportId);
  await sent.wait();
}

/** The message as the gateway describes it (EIP-712). */
interface TypedData {
  readonly domain: TypedDataDomain;
  readonly types: Record<string, TypedDataField[]>;
  readonly message: Record<string, unknown>;
}

/** The owner shares an address with the provider by a signature that costs no gas. */
async function shareContact(
  { api, provider }: Integration,
  owner: { signTypedData: Wallet['signTypedData'] },
  passportId: number,
): Promise<void> {
  step('The new owner shares its contact: sharePassportContact, then passport-contact');
  const before = await refusalOf(api.passportContact({ body: { passportId } }));
  tell(`before: ${before.reason}`);
  const contact = { provider: provider.id, passportId, email: 'owner@example.com' };
  const { passportContactMessage } = await graphql(PassportContactMessage, {
    input: { ...contact, action: 'SHARE' },
  });
  const { issuedAt, typedData } = passportContactMessage;
  const { domain, types, message } = typedData as unknown as TypedData;
  const { EIP712Domain: _domain, ...signedTypes } = types;
  const signature = await owner.signTypedData(domain, signedTypes, message);
  await graphql(SharePassportContact, { input: { ...contact, issuedAt, signature } });
  const { result: shared } = await api.passportContact({ body: { passportId } });
  tell(`after: ${shared.email}, ${shared.source}`);
}
