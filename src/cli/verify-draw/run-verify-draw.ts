import { readFile, writeFile } from 'node:fs/promises';
import { QUICKNET } from '../../core/draws/quicknet.ts';
import { usualMargin } from '../../verification/contracts/check-contracts.ts';
import { readProofDocument, toProofDocument } from '../../verification/proof-document.ts';
import { VerificationError } from '../../verification/verification-error.ts';
import type { DrawSite, Expectation } from '../../verification/verify-evidence.ts';
import { proveOnNode } from '../../verification/state/prove-on-node.ts';
import { readTwins } from '../../verification/twins/twins.ts';
import { withRelaySignature } from '../../verification/steps.ts';
import { isSilence, verifyOnNodes, type Verification } from '../../verification/verify-on-nodes.ts';
import { verifyProof } from '../../verification/verify-proof.ts';
import type { Result } from '../command.ts';
import { Failure } from '../failure.ts';
import { waiting } from '../progress.ts';
import { readEmbeddedHub } from './embedded-hub.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { openNodes } from './nodes.ts';
import { wrongUsage, toHubAddress } from './parse.ts';
import { readRelay, readRelaySignature } from './relay.ts';
import { presentVerification } from './result.ts';

/** The options of giveaways verify-draw. */
export interface VerifyOptions {
  readonly rpc?: readonly string[];
  readonly hub?: string;
  readonly dataDir: string;
  readonly giveaway?: string;
  readonly round?: number;
  readonly fromBlock: number;
  readonly prove?: boolean;
  readonly blockHash?: string;
  readonly chainId?: number;
  readonly proof?: string;
  readonly save?: string;
  readonly minMargin?: number;
  readonly beacon?: string;
  readonly beaconKey?: string;
  readonly beaconGenesis?: number;
  readonly beaconPeriod?: number;
}

/** Verifies a draw. Throws Failure, or CommanderError for wrong usage. */
export async function runVerifyDraw(options: VerifyOptions): Promise<Result> {
  try {
    const expected = await expectBeacon(options);
    const verification = await withRelay(
      options,
      await waiting(
        'Verifying',
        options.proof === undefined
          ? verifyChain(options, expected)
          : verifyFile(options.proof, options, expected),
      ),
    );
    if (options.save !== undefined) await save(options.save, verification);
    return presentVerification(verification, { isNamed: isNamed(options) });
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    const retryable = isSilence(error);
    const exitCode = EXIT_CODES[retryable ? 'undecided' : 'not-verified'];
    throw new Failure(error.code, error.message, { retryable, exitCode }, error);
  }
}

async function verifyChain(options: VerifyOptions, expected: Expectation): Promise<Verification> {
  const nodes = await openNodes(options.rpc ?? []);
  const { giveaway, round = 0, fromBlock, prove = false } = options;
  const [first] = nodes;
  if (first === undefined || giveaway === undefined)
    throw wrongUsage('Name a node with --rpc and the giveaway with --giveaway, or a file with --proof.');
  if (options.save !== undefined && !prove) throw wrongUsage('Only a proof can be saved: add --prove.');
  const hub = options.hub ?? toHubAddress(await readEmbeddedHub(first, options.dataDir));
  return verifyOnNodes({
    nodes,
    hub,
    giveaway,
    round,
    fromBlock,
    expected,
    readTwins,
    ...(prove && { prove: proveOnNode }),
    ...sourcesOf(options),
  });
}

async function verifyFile(
  file: string,
  options: VerifyOptions,
  expected: Expectation,
): Promise<Verification> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw wrongUsage(`The file of --proof cannot be read: ${error.message}.`);
  });
  const parts = readProofDocument(text);
  requireSame(options, parts.site);
  const nodes = await openNodes(options.rpc ?? []);
  return verifyProof(parts, {
    nodes,
    expected,
    readTwins,
    fromBlock: options.fromBlock,
    ...sourcesOf(options),
  });
}

/** A proof of another draw than the one asked for proves nothing. */
function requireSame(options: VerifyOptions, site: DrawSite): void {
  for (const name of ['hub', 'giveaway', 'round'] as const) {
    const requested = options[name];
    if (requested !== undefined && requested !== site[name])
      throw wrongUsage(`The proof is of the ${name} ${site[name]}, not of ${requested}.`);
  }
}

function sourcesOf({ blockHash, chainId }: VerifyOptions) {
  return {
    ...(blockHash !== undefined && { blockHash }),
    ...(chainId !== undefined && { chainId: BigInt(chainId) }),
  };
}

async function save(file: string, { site, evidence, state, birth, times }: Verification): Promise<void> {
  if (state === undefined || times === undefined) return;
  const document = toProofDocument({ site, evidence, state, birth, times });
  await writeFile(file, `${JSON.stringify(document)}\n`);
}

/** The expected beacon: as the options say, else quicknet; never what the chain claims. */
async function expectBeacon(options: VerifyOptions): Promise<Expectation> {
  const { beacon, beaconKey, beaconGenesis, beaconPeriod, minMargin } = options;
  const { publicKey, genesis, period } = beacon === undefined ? QUICKNET : await readRelay(beacon);
  const scheme = {
    publicKey: beaconKey?.replace(/^0x/i, '').toLowerCase() ?? publicKey,
    genesis: beaconGenesis ?? genesis,
    period: beaconPeriod ?? period,
  };
  return { ...scheme, leastMargin: minMargin ?? usualMargin(scheme) };
}

function isNamed({ beacon, beaconKey, beaconGenesis, beaconPeriod }: VerifyOptions): boolean {
  return [beacon, beaconKey, beaconGenesis, beaconPeriod].some((option) => option !== undefined);
}

/** Compares the signature with the one of the relay. */
async function withRelay({ beacon }: VerifyOptions, verification: Verification): Promise<Verification> {
  if (beacon === undefined) return verification;
  const { beaconRound } = verification.evidence.draw;
  return withRelaySignature(verification, await readRelaySignature(beacon, beaconRound));
}
