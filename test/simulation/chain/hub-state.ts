import { encodeError, type Addresses, type ModelLog } from './hub-logs.ts';

/** The storage of the contracts on one block, with the changes of the call that runs. */
export interface HubStorage {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export interface HubCall {
  /** Lower case. */
  readonly from: string;
  /** Lower-case 0x hex. */
  readonly data: string;
  /** The block's, in seconds. */
  readonly timestamp: number;
}

/** A giveaway of one round. */
export interface ModelGiveaway {
  readonly provider: string;
  readonly startTime: number;
  /** 0 for none. */
  readonly endTime: number;
  /** The passport that won; 0 for none. */
  readonly winner: number;
}

export interface Holding {
  readonly entries: number;
  readonly leaf: number;
}

/** What a call may use while it runs. */
export interface Running extends HubCall {
  readonly addresses: Addresses;
  readonly storage: HubStorage;
  readonly logs: ModelLog[];
}

/** Where the model keeps what the contracts store. */
export const keys = {
  signer: (provider: string, address: string) => `signer ${provider} ${address}`,
  giveaway: (key: string) => `giveaway ${key}`,
  used: (provider: string, opKey: string) => `used ${provider} ${opKey}`,
  owner: (passportId: number) => `owner ${passportId}`,
  minted: 'minted',
  holding: (giveaway: string, passportId: number) => `holding ${giveaway} ${passportId}`,
  round: (giveaway: string) => `round ${giveaway}`,
  deliveries: (giveaway: string) => `deliveries ${giveaway}`,
};

/** The output, or the encoded error. */
export type Done = { readonly output: string } | { readonly revert: string };

/** The error for a caller that is no signer of the provider. */
export function refuseSigner({ storage, from }: Running, provider: string): string | undefined {
  return storage.get(keys.signer(provider, from)) === undefined
    ? encodeError('SignerUnknown', [provider, from])
    : undefined;
}
