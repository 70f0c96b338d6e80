import { compare, report, type Place, type VerificationStep } from '../../core/draws/verify-draw.ts';
import { decodeOutcome } from '../contracts/outcome.ts';
import { MODULES, readHubCode } from '../contracts/hub-versions.ts';
import type { DrawEvidence } from '../evidence.ts';
import { decodeHeader, type BlockHeader } from './header.ts';
import { keccak256 } from '../abi/hex.ts';
import { decodeOptions } from '../abi/options.ts';
import { slotsOf, type StateProof } from './read-state.ts';
import { proveAccount, proveSlot, type MerkleProof, type ProvedAccount } from './state-proof.ts';
import type { DrawSite } from '../verify-evidence.ts';

/** What the state of a block proves of a draw. */
export interface ProvedState {
  readonly steps: readonly VerificationStep[];
  /** The hash that the hub keeps for the giveaway, when it is proved. */
  readonly history?: string;
  readonly header?: BlockHeader;
  /** Whether every step holds. */
  readonly isProved: boolean;
}

interface Claim {
  readonly site: DrawSite;
  readonly evidence: DrawEvidence;
  readonly state: StateProof;
  readonly blockHash: string;
}

/** Proves code, history and outcome of a draw in the state of the block with this hash. Throws VerificationError. */
export async function proveDraw({ site, evidence, state, blockHash }: Claim): Promise<ProvedState> {
  const header = decodeHeader(state.header);
  const { code, draw, creation } = evidence;
  const { stateRoot } = header;
  const contracts = readHubCode(code.hub);
  const proveNamed = async (address: string | undefined, proof: MerkleProof = []) =>
    address === undefined ? undefined : proveAccount(stateRoot, address, proof);
  const modules = contracts.modules === undefined ? [] : MODULES;
  const [hub, passport, beacon, ...moduleAccounts] = await Promise.all([
    proveAccount(stateRoot, site.hub, state.hub),
    proveNamed(contracts.passport, state.passport),
    proveAccount(stateRoot, decodeOptions(creation.options).beacon, state.beacon),
    ...modules.map((module) => proveNamed(contracts.addressOf(module), state[module])),
  ]);
  const slots = slotsOf(site, contracts);
  const [history, outcome] =
    hub === undefined
      ? []
      : await Promise.all([
          proveSlot(hub.storageRoot, slots.history, state.history),
          proveSlot(hub.storageRoot, slots.outcome, state.outcome),
        ]);
  const steps = [
    compare('header', blockHash, header.hash),
    codeStep('hub account', hub, code.hub),
    codeStep('passport account', passport, code.passport),
    ...modules.map((module, index) =>
      codeStep(`${module} account`, moduleAccounts[index], code[module] ?? '0x'),
    ),
    codeStep('beacon account', beacon, code.beacon),
    proofStep('history proof', history),
    outcomeStep(outcome, draw),
    orderStep(header, [creation, ...evidence.changes], draw),
  ];
  return {
    steps,
    header,
    ...(history !== undefined && { history }),
    isProved: steps.every(({ differs }) => differs === undefined),
  };
}

/** The state contains nothing that happened later, and the log of a chain is in order. */
function orderStep(header: BlockHeader, history: readonly Place[], draw: Place): VerificationStep {
  const isLater = (one: Place, other: Pick<Place, 'blockNumber' | 'timestamp'>) =>
    one.blockNumber > other.blockNumber || one.timestamp > other.timestamp;
  const block = { blockNumber: header.number, timestamp: header.timestamp };
  const late = [...history, draw].filter((event) => isLater(event, block));
  const unordered = history.filter((event, index) => {
    const before = history[index - 1];
    return (
      before !== undefined &&
      (isLater(before, event) ||
        (before.blockNumber === event.blockNumber && before.logIndex >= event.logIndex))
    );
  });
  const describe = (events: readonly Place[], problem: string) =>
    events.slice(0, 1).map((event) => `block ${event.blockNumber}, log ${event.logIndex} ${problem}.`);
  return report('order of events', `all up to block ${header.number}, one after the other`, [
    ...describe(late, 'is later than the block whose state is proved'),
    ...describe(unordered, 'is not later than the event before it'),
  ]);
}

function codeStep(name: string, account: ProvedAccount | undefined, code: string): VerificationStep {
  if (account === undefined) return { name, found: 'in the state', differs: 'the proof is wrong' };
  return compare(name, `code ${keccak256(code)}`, `code ${account.codeHash}`);
}

function proofStep(name: string, value: string | undefined): VerificationStep {
  return value === undefined
    ? { name, found: 'in the state', differs: 'the proof is wrong' }
    : { name, found: value };
}

function outcomeStep(word: string | undefined, draw: DrawEvidence['draw']): VerificationStep {
  const name = 'outcome proof';
  if (word === undefined) return { name, found: 'in the state', differs: 'the proof is wrong' };
  const { winner, total, isVoid } = decodeOutcome(word);
  return compare(
    name,
    `passport ${draw.passportId} of ${draw.total} entries`,
    isVoid ? 'void' : `passport ${winner} of ${total} entries`,
  );
}
