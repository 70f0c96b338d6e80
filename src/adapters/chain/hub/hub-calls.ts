import { ZeroAddress, ZeroHash } from 'ethers';
import type { ChainCall } from '../../../core/chain/chain-call.ts';
import { toContractNumber } from '../../../core/chain/hubs.ts';
import { toContractSignature } from '../beacon/beacon-scheme.ts';
import { encodeChange } from './encode-batch.ts';
import { encodeProvision } from './encode-provisions.ts';
import { hubInterface } from './hub-interface.ts';

/** The call with the number that its passport has in the contract of the hub at this place. */
export function toHubCall<Call extends ChainCall>(place: number, call: Call): Call {
  if (!('passportId' in call)) return call;
  const passportId = toContractNumber(place, call.passportId);
  return passportId === call.passportId ? call : { ...call, passportId };
}

/** The calldata of a transaction for one operation; passports have the hub's own numbers, `opKey` is its key in the hub. */
export function encodeCall({ opKey, call }: { readonly opKey: string; readonly call: ChainCall }): string {
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
      return encodeChange(opKey, call);
    case 'declare-winner':
      return encode('declareWinner', [call.giveaway, call.round, call.passportId]);
    case 'draw-winner':
      return encode('drawWinner', [call.giveaway, call.round, toContractSignature(call.signature)]);
    case 'void-round':
      return encode('voidRound', [call.giveaway, call.round]);
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
    case 'provision-transfer':
      return encodeProvision(opKey, call);
    case 'set-provider-signer':
      return encode('setProviderSigner', [call.provider, call.signer, call.allowed]);
  }
}

/** The calldata of a call without effect, for a transaction that only uses a nonce that blocks later ones. */
export function encodeNoOp(): string {
  return encode('keyOf', [ZeroHash, '']);
}

function encode(name: string, values: readonly unknown[]): string {
  return hubInterface.encodeFunctionData(name, values);
}
