import { compareCode, toAddress, type DeployedCode } from './compare-code.ts';
import type { BuiltCode } from './built-code.ts';
import { DRAWS_CODE, HUB_CODE, HUB_SLOTS, PRIZES_CODE } from './built-contracts.ts';
import { FORMER_HUB_CODE, FORMER_HUB_SLOTS } from './former-contracts.ts';

/** The contracts that execute calls of a hub in its storage, by the names of its immutable values. */
export const MODULES = ['draws', 'prizes'] as const;

export type ModuleName = (typeof MODULES)[number];

interface HubVersion {
  readonly code: BuiltCode;
  /** The slots of mappings in the storage: by giveaway, and for outcomes then by round. */
  readonly slots: { readonly history: number; readonly outcomes: number };
  /** The code of the modules; undefined for a version without them. */
  readonly modules?: Readonly<Record<ModuleName, BuiltCode>>;
}

const CURRENT: HubVersion = {
  code: HUB_CODE,
  slots: HUB_SLOTS,
  modules: { draws: DRAWS_CODE, prizes: PRIZES_CODE },
};

const VERSIONS: readonly HubVersion[] = [CURRENT, { code: FORMER_HUB_CODE, slots: FORMER_HUB_SLOTS }];

/** A hub as its code describes it. */
export interface KnownHub extends Omit<HubVersion, 'code'> {
  readonly deployed: DeployedCode;
  /** The addresses that the code names, in lower case; undefined for other code than a built one. */
  readonly passport: string | undefined;
  addressOf(module: ModuleName): string | undefined;
}

/** The version to which the code of a hub belongs; the current one for other code than a built one. */
export function readHubCode(code: string): KnownHub {
  const found = VERSIONS.map((version) => ({ version, deployed: compareCode(code, version.code) }));
  const { version, deployed } = found.find((candidate) => candidate.deployed.isBuilt) ?? {
    version: CURRENT,
    deployed: { isBuilt: false, immutables: {} },
  };
  const { slots, modules } = version;
  return {
    slots,
    ...(modules && { modules }),
    deployed,
    passport: toAddress(deployed.immutables['passport']),
    addressOf: (module) => toAddress(deployed.immutables[module]),
  };
}
