import { HDNodeWallet, Mnemonic, randomBytes } from 'ethers';
import { join } from 'node:path';
import { readSecretFile } from '../../../runtime/secret-file.ts';

/** An account of the embedded chain with its key. */
export interface ChainAccount {
  /** EIP-55. */
  readonly address: string;
  /** 0x and 64 hexadecimal digits. */
  readonly privateKey: string;
}

/** The accounts of an embedded chain, which have funds. */
export interface ChainAccounts {
  /** The owner of the hub. */
  readonly operator: ChainAccount;
  /** For the signers of providers. */
  readonly signers: readonly ChainAccount[];
  /** Draws the rounds that nobody has drawn. */
  readonly keeper: ChainAccount;
}

const SIGNERS = 5;

/** The operator, a few signers and the keeper, derived from the mnemonic of the directory (BIP-39, BIP-44). */
export async function readChainAccounts(directory: string): Promise<ChainAccounts> {
  const phrase = await readSecretFile(
    join(directory, 'mnemonic'),
    () => Mnemonic.fromEntropy(randomBytes(16)).phrase,
  );
  const root = HDNodeWallet.fromPhrase(phrase, undefined, "m/44'/60'/0'/0");
  const accountAt = (index: number) => {
    const { address, privateKey } = root.deriveChild(index);
    return { address, privateKey };
  };
  return {
    operator: accountAt(0),
    signers: Array.from({ length: SIGNERS }, (_, index) => accountAt(index + 1)),
    keeper: accountAt(SIGNERS + 1),
  };
}
