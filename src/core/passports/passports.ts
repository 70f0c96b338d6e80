import { z } from 'zod';
import { pageArguments, readPage, type PageRequest } from '../values/paging.ts';

/** Finds the passports that a wallet (EIP-55) holds. */
export interface PassportsFinder<Found> {
  passports(owner: string, page: PageRequest): Found;
}

/** The order of passports, by their number. */
export const PASSPORTS_ORDER = { name: 'PASSPORTS', kind: 'number' } as const;

const input = z.object({ owner: z.string(), ...pageArguments });

/** A page of the passports that a wallet holds. */
export const passports = {
  permission: 'public',
  input,

  execute: <Found>(finder: PassportsFinder<Found>, { owner, ...page }: z.output<typeof input>): Found =>
    finder.passports(owner, readPage(page, PASSPORTS_ORDER.name, PASSPORTS_ORDER.kind)),
} as const;
