import { Interface, type ErrorDescription } from 'ethers/abi';
import { toServiceNumber } from '../../../core/chain/hubs.ts';
import type { ErrorValues } from '../../../core/errors.ts';
import { toContractError } from '../../../core/provider-api/contract-errors.ts';
import type { OperationError } from '../../../core/operations/operation.ts';
import { drandBeaconArtifact } from './artifacts/drand-beacon.ts';
import { giveawaysArtifact } from './artifacts/giveaways.ts';
import { passportArtifact } from './artifacts/passport.ts';
import { hubInterface } from './hub-interface.ts';
import { createRevertReader } from './revert-words.ts';

const abis = [giveawaysArtifact, passportArtifact, drandBeaconArtifact].map(({ abi }) => abi);
const interfaces = abis.map((abi) => new Interface(abi));
const readWords = createRevertReader(abis);

const GAS_TOO_LOW = hubInterface.getError('GasTooLow')?.selector;

/** Whether a batch was refused because of its gas limit: with a higher one it may succeed. */
export function isGasTooLow(data: string): boolean {
  return data === GAS_TOO_LOW;
}

/**
 * Converts revert data of the hub with this index to the error of an operation, with the revert's arguments as values. Passports
 * have their numbers in this service.
 */
export function toOperationError(data: string, hubIndex = 0): OperationError {
  const { name, values: found } = readWords(data) ?? parse(data);
  const values = hubIndex === 0 ? found : withServiceNumbers(hubIndex, found);
  const { code, reason, message } = toContractError(name, values);
  return { code, reason, message, ...(Object.keys(values).length > 0 && { values }) };
}

function withServiceNumbers(hubIndex: number, values: ErrorValues): ErrorValues {
  const { passportId } = values;
  return typeof passportId === 'number'
    ? { ...values, passportId: toServiceNumber(hubIndex, passportId) }
    : values;
}

function parse(data: string): { readonly name: string; readonly values: ErrorValues } {
  for (const each of interfaces) {
    try {
      const parsed = each.parseError(data);
      if (parsed) return { name: parsed.name, values: toValues(parsed) };
    } catch {
      // The bytes only begin like one of our errors.
    }
  }
  return { name: '', values: {} };
}

function toValues({ fragment, args }: ErrorDescription): ErrorValues {
  return Object.fromEntries(
    fragment.inputs.map(({ name }, index) => {
      const value: unknown = args[index];
      if (typeof value !== 'bigint') return [name, typeof value === 'boolean' ? value : String(value)];
      return [name, Number.isSafeInteger(Number(value)) ? Number(value) : String(value)];
    }),
  );
}
