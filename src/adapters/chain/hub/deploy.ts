import { Contract, ContractFactory, getCreateAddress, type Signer } from 'ethers';
import type { BeaconScheme } from '../../../core/draws/quicknet.ts';
import { drandBeaconArtifact } from './artifacts/drand-beacon.ts';
import { giveawaysArtifact } from './artifacts/giveaways.ts';
import { passportArtifact } from './artifacts/passport.ts';
import { toContractKey } from '../beacon/beacon-scheme.ts';

/** The addresses of an installation's contracts. */
export interface Deployment {
  readonly chainId: number;
  readonly hub: string;
  readonly passport: string;
  readonly beacon: string;
  /** The block of the first deployment; the contracts have no events before it. */
  readonly blockNumber: number;
}

/** The parameters of a deployment, which nobody can change later, except the owner and the beacons of new giveaways. */
export interface DeploymentTerms {
  /** The owner of the hub. */
  readonly owner: string;
  readonly beacon: BeaconScheme;
  /** Seconds after which a signer acts that is added to a provider with open giveaways. */
  readonly signerDelay: number;
  /** The least seconds between a round's close and the beacon round that decides it. */
  readonly minBeaconMargin: number;
}

/**
 * Deploys the beacon's verifier, the passports and the hub, one after the other. The passports get the hub's computed address
 * before it exists, so nothing else may send from `signer` meanwhile. Throws when the addresses in the contracts do not match
 * afterwards.
 */
export async function deployContracts(
  signer: Signer,
  { owner, beacon: { publicKey, genesis, period }, signerDelay, minBeaconMargin }: DeploymentTerms,
): Promise<Deployment> {
  const from = await signer.getAddress();
  const nonce = await signer.getNonce('pending');
  const hubAddress = getCreateAddress({ from, nonce: nonce + 2 });

  const beacon = await create(drandBeaconArtifact, [toContractKey(publicKey), genesis, period], nonce);
  const passport = await create(passportArtifact, [hubAddress], nonce + 1);
  const hub = await create(
    giveawaysArtifact,
    [owner, passport.address, beacon.address, signerDelay, minBeaconMargin],
    nonce + 2,
  );
  await requireMatchingAddresses(signer, hub.address, passport.address);

  return {
    chainId: hub.chainId,
    hub: hub.address,
    passport: passport.address,
    beacon: beacon.address,
    blockNumber: beacon.blockNumber,
  };

  async function create({ abi, bytecode }: Artifact, values: readonly unknown[], nonce: number) {
    const contract = await new ContractFactory(abi, bytecode, signer).deploy(...values, { nonce });
    const transaction = contract.deploymentTransaction();
    const receipt = await transaction?.wait();
    if (!transaction || !receipt?.contractAddress) throw new Error('A contract was not created.');
    return {
      address: receipt.contractAddress,
      blockNumber: receipt.blockNumber,
      chainId: Number(transaction.chainId),
    };
  }
}

/** The two addresses are constants of the contracts, so that a wrong one cannot be corrected. */
async function requireMatchingAddresses(signer: Signer, hub: string, passport: string): Promise<void> {
  const hubOfPassport: unknown = await new Contract(passport, passportArtifact.abi, signer).getFunction(
    'hub',
  )();
  const passportOfHub: unknown = await new Contract(hub, giveawaysArtifact.abi, signer).getFunction(
    'passport',
  )();
  if (hubOfPassport === hub && passportOfHub === passport) return;
  throw new Error(
    'The addresses in the contracts do not match: did the deployer send another transaction meanwhile?',
  );
}

type Artifact = typeof drandBeaconArtifact | typeof giveawaysArtifact | typeof passportArtifact;
