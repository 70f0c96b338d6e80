import type { BuiltCode } from './built-code.ts';

/** The code of hubs without modules, which were deployed before. Their passports have the same code as those of later hubs. */
export const FORMER_HUB_CODE: BuiltCode = {
  length: 22572,
  hash: '0x9b506fd195981fe90585a6e7f6ea681ef50363081caa5ea5cd13d811bbb1c529',
  immutables: {
    passport: [10127, 12654, 16661, 16988, 17698],
    minBeaconMargin: [3167, 10191],
    signerDelay: [1137, 7043],
  },
};

/** The slots of mappings in their storage. */
export const FORMER_HUB_SLOTS = { history: 7, outcomes: 8 } as const;
