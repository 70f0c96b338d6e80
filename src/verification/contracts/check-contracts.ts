import { compare, report, type VerificationStep } from '../../core/draws/verify-draw.ts';
import {
  LEAST_BEACON_MARGIN,
  QUICKNET,
  SAFE_BEACON_MARGIN,
  type BeaconScheme,
} from '../../core/draws/quicknet.ts';
import { compressKey } from '../beacon.ts';
import { compareCode, toAddress, type DeployedCode } from './compare-code.ts';
import { ANNOUNCEMENTS, BEACON_CODE, PASSPORT_CODE } from './built-contracts.ts';
import { MODULES, readHubCode, type KnownHub, type ModuleName } from './hub-versions.ts';
import { passportConstants } from './passport-constants.ts';
import type { ContractCode } from '../evidence.ts';

interface Site {
  readonly chainId: bigint;
  readonly hub: string;
  readonly code: ContractCode;
}

/** Compares the code of the contracts with the built code, and their constants with what is expected. */
export function checkContracts({ chainId, hub, code }: Site, expected: BeaconScheme): VerificationStep[] {
  const contracts = readHubCode(code.hub);
  const passport = compareCode(code.passport, PASSPORT_CODE);
  const beacon = compareCode(code.beacon, BEACON_CODE);
  const cachedChainId = passport.immutables['_cachedChainId'];
  const passportAddress = contracts.passport;
  const lists = toAddress(contracts.deployed.immutables['announcements']);
  return [
    builtStep('hub code', code.hub, contracts.deployed),
    ...MODULES.flatMap((module) => compareModule(module, code[module] ?? '0x', contracts)),
    ...(lists === undefined ? [] : [compare('announcements', ANNOUNCEMENTS.address, lists)]),
    builtStep('passport code', code.passport, passport),
    compare('passport hub', hub, toAddress(passport.immutables['hub']) ?? 'unknown'),
    ...(cachedChainId === undefined ? [] : [compare('passport chain', chainId, BigInt(cachedChainId))]),
    ...(passportAddress === undefined
      ? []
      : [comparePassport(passport, { chainId, hub, passport: passportAddress })]),
    { name: 'beacon', found: isQuicknet(expected) ? "drand's quicknet" : 'the beacon that the options name' },
    builtStep('beacon code', code.beacon, beacon),
    ...compareBeacon(beacon, expected),
  ];
}

/** The least margin of a beacon to accept, in seconds, unless somebody names another. */
export function usualMargin(beacon: BeaconScheme): number {
  return isQuicknet(beacon) ? SAFE_BEACON_MARGIN : LEAST_BEACON_MARGIN;
}

/** Whether a beacon is drand's quicknet. */
export function isQuicknet({ publicKey, genesis, period }: BeaconScheme): boolean {
  return publicKey === QUICKNET.publicKey && genesis === QUICKNET.genesis && period === QUICKNET.period;
}

function builtStep(name: string, code: string, { isBuilt }: DeployedCode): VerificationStep {
  const found = 'the built code';
  if (isBuilt) return { name, found };
  return { name, found, differs: code === '0x' ? 'no code' : `other code of ${code.length / 2 - 1} bytes` };
}

/** Compares a module of the hub, which works with the same passports. */
function compareModule(name: ModuleName, code: string, { modules, passport }: KnownHub): VerificationStep[] {
  if (modules === undefined) return [];
  const module = compareCode(code, modules[name]);
  return [
    builtStep(`${name} code`, code, module),
    compare(`${name} passport`, passport ?? 'unknown', toAddress(module.immutables['passport']) ?? 'unknown'),
  ];
}

/** Compares every immutable value of the passports; the step names those that differ. */
function comparePassport(
  { immutables }: DeployedCode,
  site: Parameters<typeof passportConstants>[0],
): VerificationStep {
  const expected = passportConstants(site);
  const other = Object.keys(PASSPORT_CODE.immutables).filter((name) => immutables[name] !== expected[name]);
  const found = 'hub, name, version, chain and address';
  return report('passport constants', found, other.length === 0 ? [] : [`${other.join(', ')}.`]);
}

/** Compares the beacon that the contract names with the expected one. */
function compareBeacon({ immutables }: DeployedCode, expected: BeaconScheme): VerificationStep[] {
  const parts = Array.from({ length: 8 }, (_, index) => immutables[`_key${index}`]?.slice(2) ?? '');
  const key = parts.join('').length === 512 ? compressKey(parts.join('')) : undefined;
  const number = (name: string) => String(BigInt(immutables[name] ?? -1));
  return [
    compare('beacon key', expected.publicKey, key ?? 'unknown'),
    compare('beacon genesis', expected.genesis, number('genesis')),
    compare('beacon period', expected.period, number('period')),
  ];
}
