import { HDNodeWallet, Mnemonic, randomBytes } from 'ethers';
import { join } from 'node:path';
import { readSecretFile } from './secret-file.ts';

/** An account of the embedded chain with its key. */
export interface ChainAccount {
  /** EIP-55. */
  readonly address: string;
  /** 0x and 64 hexadecimal digits. */
  readonly privateKey: string;
}

const SIGNERS = 5;

/** The operator and a few signers, derived from the mnemonic of the directory (BIP-39, BIP-44). */
export async function readChainAccounts(
  directory: string,
): Promise<{ readonly operator: ChainAccount; readonly signers: readonly ChainAccount[] }> {
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
  };
}
