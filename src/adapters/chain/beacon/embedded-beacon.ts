import { bls12_381 } from '@noble/curves/bls12-381.js';
import { join } from 'node:path';
import { QUICKNET } from '../../../core/draws/quicknet.ts';
import type { BeaconSource } from '../../../core/draws/beacon-source.ts';
import { signRound, timeOfRound, toPublicKey } from './beacon-scheme.ts';
import { readSecretFile } from '../../../runtime/secret-file.ts';

interface EmbeddedBeaconOptions {
  /** The directory of its key. */
  readonly directory: string;
  /** The chain's clock, in seconds: no later block has an earlier time. */
  now(): Promise<number>;
}

/** A beacon with its own key and the timing of quicknet, which signs no round before its time. */
export async function createEmbeddedBeacon({ directory, now }: EmbeddedBeaconOptions): Promise<BeaconSource> {
  const secretKey = Buffer.from(
    await readSecretFile(join(directory, 'beacon-key'), () =>
      Buffer.from(bls12_381.utils.randomSecretKey()).toString('hex'),
    ),
    'hex',
  );
  const scheme = { ...QUICKNET, publicKey: toPublicKey(secretKey) };
  return {
    ...scheme,
    async signatureOf(beaconRound) {
      if (beaconRound < 1n || timeOfRound(scheme, beaconRound) > (await now())) return undefined;
      return `0x${signRound(secretKey, beaconRound)}`;
    },
  };
}
