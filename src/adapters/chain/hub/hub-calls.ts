import { ZeroAddress, ZeroHash } from 'ethers/constants';
import type { ChainCall } from '../../../core/chain/chain-call.ts';
import { toContractNumber } from '../../../core/chain/hubs.ts';
import { toContractSignature } from '../beacon/beacon-scheme.ts';
import { encodeChange } from './encode-batch.ts';
import { encodeProvision } from './encode-provisions.ts';
import { hubInterface } from './hub-interface.ts';

/** The call with the number that its passport has in the contract of the hub with this index. */
export function toHubCall<Call extends ChainCall>(hubIndex: number, call: Call): Call {
  if (!('passportId' in call)) return call;
  const passportId = toContractNumber(hubIndex, call.passportId);
  return passportId === call.passportId ? call : { ...call, passportId };
}

/** The calldata of a transaction for one operation; passports have the hub's own numbers, `opKey` is its key in the hub. */
export function encodeCall({ opKey, call }: { readonly opKey: string; readonly call: ChainCall }): string {
  switch (call.kind) {
    case 'create-giveaway': {
      const { provider, places } = call;
      const options = {
        ...call.options,
        determination: call.options.determination === 'PROVIDER_DECLARED' ? 0 : 1,
        beacon: call.options.beacon ?? ZeroAddress,
        metadataHash: call.options.metadataHash ?? ZeroHash,
      };
      if (places === undefined) return encode('createGiveaway', [provider, options]);
      return encode('createGiveawayWithPlaces', [provider, options, places.winners, places.alternates]);
    }
    case 'change-entries':
      return encodeChange(opKey, call);
    case 'declare-winner':
      return encode('declareWinner', [call.giveaway, call.round, call.passportId]);
    case 'draw-winner':
      return call.tickets === undefined
        ? encode('drawWinner', [call.giveaway, call.round, toContractSignature(call.signature)])
        : encode('drawPlaces', [
            call.giveaway,
            call.round,
            toContractSignature(call.signature),
            call.tickets,
          ]);
    case 'void-round':
      return encode('voidRound', [call.giveaway, call.round]);
    case 'confirm-receipt':
      return encodeOfPlace(['confirmReceiptByProvider', 'confirmPlaceReceiptByProvider'], call, []);
    case 'set-round-metadata':
      return encodeOfPlace(['setRoundMetadata', 'setPlaceMetadata'], call, [
        opKey,
        call.metadataHash ?? ZeroHash,
        call.metadataUri,
      ]);
    case 'set-round-image':
      return encodeOfPlace(['setRoundImage', 'setPlaceImage'], call, [
        opKey,
        call.imageHash ?? ZeroHash,
        call.imageUri,
      ]);
    case 'record-prize-delivery':
      return encodeOfPlace(['recordPrizeDelivery', 'recordPlaceDelivery'], call, [
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

/** Encodes the call for the first place of a round, or for the one that the call names. */
function encodeOfPlace(
  [first, later]: readonly [first: string, later: string],
  { giveaway, round, place }: { readonly giveaway: string; readonly round: number; readonly place?: number },
  values: readonly unknown[],
): string {
  return place === undefined
    ? encode(first, [giveaway, round, ...values])
    : encode(later, [giveaway, round, place, ...values]);
}

/** The calldata of a call without effect, for a transaction that only uses a nonce that blocks later ones. */
export function encodeNoOp(): string {
  return encode('keyOf', [ZeroHash, '']);
}

function encode(name: string, values: readonly unknown[]): string {
  return hubInterface.encodeFunctionData(name, values);
}
