import { OPERATION_HOLDS } from '../operations/operation.ts';

/** The parts of the service whose state everybody may read. */
export const SERVICE_PARTS = [
  'DATABASE',
  'REPLICA',
  'CACHE',
  'NODE',
  'READ_MODEL',
  'OPERATIONS',
  'BEACON',
  'MAIL',
  'JOBS',
  'ISSUER',
  'KEYS',
  'CLOCK',
  'BACKUP',
  'SETTINGS',
] as const;
export type ServicePart = (typeof SERVICE_PARTS)[number];

/** OK; LATE: it works, behind the present; DOWN: it does not work; OFF: this service works without it. */
export const PART_STATES = ['OK', 'LATE', 'DOWN', 'OFF'] as const;
export type PartState = (typeof PART_STATES)[number];

/** Why the service stores nothing that it is sent, although its parts answer. */
export const STORAGE_FAULTS = ['NOT_WRITABLE', 'DISK_FULL'] as const;
export type StorageFault = (typeof STORAGE_FAULTS)[number];

/** Why a part is not OK, as far as that is known: what everybody may read, without an address. */
export const PART_REASONS = [
  ...OPERATION_HOLDS,
  ...STORAGE_FAULTS,
  'NO_NEW_BLOCK',
  'OTHER_CHAIN',
  'NOT_SENT',
  'NOT_MINED',
  'FAILING',
  'GIVEN_UP',
  'KEYS_UNREADABLE',
  'KEY_MISSING',
  'OTHER_SECRETS',
  'COUNTERS_EVICTABLE',
  'DATABASE_CLOCK',
  'CHAIN_CLOCK',
  'BACKUP_OLD',
  'SETTINGS_REFUSED',
  'RESTART_NEEDED',
  'OTHER_SETTINGS',
] as const;
export type PartReason = (typeof PART_REASONS)[number];

/** The state of a part, without any address or version. */
export interface PartHealth {
  readonly state: PartState;
  /**
   * Seconds behind the present, of a part that follows something else or has a queue; of the clock, by how much it is wrong; of the
   * backup its age; null for others, and where it is unknown.
   */
  readonly lagSeconds: number | null;
  readonly reason?: PartReason;
}

/** A part of the service; where there are several of a kind, each has a number from 1, in the order of the configuration. */
export interface NumberedPart {
  readonly part: ServicePart;
  /** Null for a part of which there is one. */
  readonly number: number | null;
}

/** The states of all parts as this instance sees them. */
export interface ServiceStatus {
  readonly checkedAt: Date;
  readonly parts: readonly (PartHealth & NumberedPart)[];
}

export interface ServiceHealth {
  /** Answers within about a second, however silent a part is; it checks no part more than once a second. */
  read(): Promise<ServiceStatus>;
}
