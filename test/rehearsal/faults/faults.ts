import { DISCONNECTIONS } from './disconnect.ts';
import type { Fault } from './fault.ts';
import { FILLS } from './fill.ts';
import { FREEZES } from './freeze.ts';
import { KILLS } from './kill.ts';
import { SILENT_STATES } from './silent.ts';

/** All faults of a rehearsal, in their order. */
export const FAULTS: readonly Fault[] = [...KILLS, ...FREEZES, ...FILLS, ...DISCONNECTIONS, ...SILENT_STATES];
