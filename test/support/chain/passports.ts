import { HDNodeWallet, id, Mnemonic } from 'ethers';
import { createRequire } from 'node:module';
import { PROVIDER, startContracts, type Contracts } from '../../chain/indexer/contracts.ts';
import { eventually } from '../eventually.ts';
import { startGateway, type Gateway } from '../gateway/gateway.ts';
import { createProviderKey } from '../providers/providers.ts';
import { mintItem } from './provision.ts';
import { chainVariables } from './chain-variables.ts';

// The accounts that a new anvil node starts with.
const ACCOUNTS = HDNodeWallet.fromMnemonic(
  Mnemonic.fromPhrase('test test test test test test test test test test test junk'),
  "m/44'/60'/0'/0",
);
const UNLIMITED = 2 ** 32 - 1;

/** A gateway on a chain where tests mint and transfer passports without the gateway. */
export interface PassportChain {
  readonly chain: Contracts;
  readonly gateway: Gateway;
  /** A funded wallet with its key; the first one belongs to the operator. */
  wallet(index: number): HDNodeWallet;
  /** Mints the next passport for the provider of this chain key; returns its number. */
  mint(to: string, maxTransfers?: number, provider?: string): Promise<number>;
  /** Transfers a passport from a funded wallet. */
  transfer(passportId: number, from: string, to: string): Promise<void>;
  /** The gateway's `onDatabase`; resolves when the gateway is connected to the chain again. */
  onDatabase: Gateway['onDatabase'];
  stop(): Promise<void>;
}

export async function startPassportChain(
  variables: Readonly<Record<string, string>> = {},
): Promise<PassportChain> {
  const chain = await startContracts();
  const gateway = await startGateway({ ...chainVariables(chain.deployment, chain.url), ...variables });
  let minted = 0;
  const { secret: key } = await createProviderKey(gateway);
  await connected(gateway, key);
  return {
    chain,
    gateway,
    wallet: (index) => ACCOUNTS.deriveChild(index),
    async mint(to, maxTransfers = UNLIMITED, provider = PROVIDER) {
      minted += 1;
      if (provider !== PROVIDER) await chain.hub('setProviderSigner', [provider, chain.wallets[0], true]);
      await chain.hub('provision', [provider, mintItem(id(`mint ${minted}`), to, maxTransfers)]);
      return minted;
    },
    async transfer(passportId, from, to) {
      await chain.passport('transferFrom', [from, to, passportId], from);
    },
    async onDatabase(work) {
      const result = await gateway.onDatabase(work);
      await connected(gateway, key);
      return result;
    },
    async stop() {
      await gateway.stop();
      await chain.stop();
    },
  };
}

/** The gateway connects to the chain in the background. */
async function connected(gateway: Gateway, key: string): Promise<void> {
  await eventually(
    () => gateway.graphql('mutation { passportStatus(input: { passportId: 999999 }) { tradable } }', {}, key),
    ({ body }) => body.errors[0].extensions.code === 'NOT_FOUND',
    30_000,
  );
}

const CONTRACT_WALLET = `
  // SPDX-License-Identifier: MIT
  pragma solidity ^0.8.0;
  contract ContractWallet {
    address private immutable key;
    constructor(address key_) { key = key_; }
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
      if (signature.length != 65) return 0xffffffff;
      address signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
      return signer == key ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
  }`;

/** Deploys a contract wallet that accepts signatures of this key (ERC-1271); returns its address. */
export async function deployContractWallet({ rpc, wallets }: Contracts, key: string): Promise<string> {
  const data = `0x${compile()}${key.slice(2).toLowerCase().padStart(64, '0')}`;
  const hash = await rpc.call('eth_sendTransaction', [{ from: wallets[0], data, gas: '0x100000' }]);
  const receipt = (await eventually(
    () => rpc.call('eth_getTransactionReceipt', [hash]),
    (response) => response !== null,
  )) as { readonly contractAddress: string };
  return receipt.contractAddress;
}

function compile(): string {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const input = {
    language: 'Solidity',
    sources: { 'wallet.sol': { content: CONTRACT_WALLET } },
    settings: { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as {
    readonly contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
  };
  const code = contracts['wallet.sol']?.['ContractWallet']?.evm.bytecode.object;
  if (code === undefined) throw new Error('The contract wallet does not compile.');
  return code;
}
