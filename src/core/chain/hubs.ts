/** A hub and its passport contract; addresses are EIP-55. */
export interface HubContracts {
  /** The index of the hub in this service, from 0: a database gives each hub one for good. */
  readonly hubIndex: number;
  readonly hub: string;
  readonly passport: string;
}

/** How many hubs a database can know; the number of every passport is then a safe integer. */
export const MAX_HUBS = 32;
/** The numbers of the passports of the hub with index n follow n times this. */
export const PASSPORTS_OF_HUB = 2 ** 48;
/** A number that no contract gives to a passport. */
const NO_PASSPORT = Number.MAX_SAFE_INTEGER;

/** The index of the hub of a passport, by the passport's number in this service. */
export function hubOfPassport(passportId: number): number {
  return Math.floor(passportId / PASSPORTS_OF_HUB);
}

/** The number in this service of a passport, by its number in the contract of a hub. */
export function toServiceNumber(hubIndex: number, contractNumber: number): number {
  return hubIndex * PASSPORTS_OF_HUB + contractNumber;
}

/** The number of a passport in the contract that made it, by its number in this service. */
export function toNumberOnChain(passportId: number): number {
  return passportId % PASSPORTS_OF_HUB;
}

/** The number of a passport in the contract of a hub. Of another hub's passport: a number that no passport has. */
export function toContractNumber(hubIndex: number, passportId: number): number {
  return hubOfPassport(passportId) === hubIndex ? toNumberOnChain(passportId) : NO_PASSPORT;
}
