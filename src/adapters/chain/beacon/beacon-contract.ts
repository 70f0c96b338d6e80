import { bls12_381 } from '@noble/curves/bls12-381.js';
import { Interface } from 'ethers/abi';
import type { BeaconScheme } from '../../../core/draws/quicknet.ts';
import { drandBeaconArtifact } from '../hub/artifacts/drand-beacon.ts';
import type { Rpc } from '../rpc/rpc.ts';

const contract = new Interface(drandBeaconArtifact.abi);
const { Fp2 } = bls12_381.fields;
const { Point } = bls12_381.G2;

/** Reads the parameters of a beacon's contract: its key, the time of round 1 and the period. Throws for other contracts. */
export async function readBeaconScheme(rpc: Rpc, address: string): Promise<BeaconScheme> {
  const read = async (name: string): Promise<unknown> => {
    const data = contract.encodeFunctionData(name);
    const response = String(await rpc.call('eth_call', [{ to: address, data }, 'latest']));
    return contract.decodeFunctionResult(name, response)[0];
  };
  const [publicKey, genesis, period] = await Promise.all([
    read('publicKey'),
    read('genesis'),
    read('period'),
  ]);
  return { publicKey: toDrandKey(String(publicKey)), genesis: Number(genesis), period: Number(period) };
}

/** Converts a key of the contract (EIP-2537, 256 bytes) to drand's format: compressed, 192 hexadecimal digits. */
function toDrandKey(contractKey: string): string {
  const [x0, x1, y0, y1] = [0, 1, 2, 3].map((index) =>
    BigInt(`0x${contractKey.slice(2 + index * 128, 2 + (index + 1) * 128)}`),
  );
  const point = Point.fromAffine({
    x: Fp2.fromBigTuple([x0 ?? 0n, x1 ?? 0n]),
    y: Fp2.fromBigTuple([y0 ?? 0n, y1 ?? 0n]),
  });
  return point.toHex(true);
}
