import { AbiCoder, id, Interface, ZeroAddress, ZeroHash } from 'ethers';
import type { ChainCall, ProvisionedEntries } from '../../core/operations/chain-call.ts';
import { giveawaysArtifact } from './artifacts/giveaways.ts';

export const hubInterface = new Interface(giveawaysArtifact.abi);

// Passport.UNLIMITED: the largest uint32.
const UNLIMITED = 2 ** 32 - 1;

/** An operation's key on the chain: the same for ever, however often it is sent. */
export function toOpKey(operationId: string): string {
  return id(operationId);
}

type EntryChange = Extract<ChainCall, { kind: 'change-entries' }>;

/** The calldata of an operation's own transaction. */
export function encodeCall(operationId: string, call: ChainCall): string {
  const opKey = toOpKey(operationId);
  switch (call.kind) {
    case 'create-giveaway': {
      const { options } = call;
      return encode('createGiveaway', [
        call.provider,
        {
          ...options,
          determination: options.determination === 'PROVIDER_DECLARED' ? 0 : 1,
          beacon: options.beacon ?? ZeroAddress,
          metadataHash: options.metadataHash ?? ZeroHash,
        },
      ]);
    }
    case 'change-entries':
      return encode('changeEntries', [call.giveaway, toEntryChange(operationId, call)]);
    case 'declare-winner':
      return encode('declareWinner', [call.giveaway, call.round, call.passportId]);
    case 'draw-winner':
      return encode('drawWinner', [call.giveaway, call.round, call.signature]);
    case 'confirm-receipt':
      return encode('confirmReceiptByProvider', [call.giveaway, call.round]);
    case 'set-round-metadata':
      return encode('setRoundMetadata', [
        call.giveaway,
        call.round,
        opKey,
        call.metadataHash ?? ZeroHash,
        call.metadataUri,
      ]);
    case 'set-round-image':
      return encode('setRoundImage', [
        call.giveaway,
        call.round,
        opKey,
        call.imageHash ?? ZeroHash,
        call.imageUri,
      ]);
    case 'record-prize-delivery':
      return encode('recordPrizeDelivery', [
        call.giveaway,
        call.round,
        {
          assetContract: call.assetContract,
          recipient: call.recipient,
          proofChainId: call.proofChainId,
          proofTxHash: call.proofTransactionHash,
          proofUri: call.proofUri,
        },
      ]);
    case 'provision-mint':
      return encode('provisionMint', [
        call.provider,
        opKey,
        call.to,
        call.maxTransfers ?? UNLIMITED,
        toEntries(call.entries),
      ]);
    case 'provision-transfer':
      return encode('provisionTransfer', [
        call.provider,
        opKey,
        call.passportId,
        call.from,
        call.to,
        call.deadline,
        call.signature ?? '0x',
        toEntries(call.entries),
      ]);
    case 'set-provider-signer':
      return encode('setProviderSigner', [call.provider, call.signer, call.allowed]);
  }
}

/** A call that changes nothing: what uses up a nonce that would block later ones. */
export function encodeNothing(): string {
  return encode('keyOf', [ZeroHash, '']);
}

/** What changeEntriesBatch returned: for each change the encoded error, 0x for a success. */
export function decodeBatch(returned: string): string[] {
  const [results] = AbiCoder.defaultAbiCoder().decode(['bytes[]'], returned) as unknown as [Iterable<string>];
  return [...results];
}

function encode(name: string, values: readonly unknown[]): string {
  return hubInterface.encodeFunctionData(name, values);
}

function toEntryChange(operationId: string, call: EntryChange) {
  const { passportId, amount, remove, reasonCode, evidence, expectedOwner } = call;
  return {
    opKey: toOpKey(operationId),
    passportId,
    amount,
    remove,
    reasonCode,
    evidence: evidence ?? ZeroHash,
    expectedOwner: expectedOwner ?? ZeroAddress,
  };
}

function toEntries(entries: ProvisionedEntries | null) {
  const { giveaway, amount, reasonCode, evidence } = entries ?? {
    giveaway: ZeroHash,
    amount: 0,
    reasonCode: 0,
    evidence: null,
  };
  return { giveaway, amount, reasonCode, evidence: evidence ?? ZeroHash };
}
