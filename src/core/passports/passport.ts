import { z } from 'zod';

/** Finds a passport by its number in this service. */
export interface PassportFinder<Found> {
  passport(passportId: number): Found;
}

/** A passport by its number. */
export const passport = {
  permission: 'public',
  input: z.object({ passportId: z.int() }),

  execute: <Found>(finder: PassportFinder<Found>, { passportId }: { readonly passportId: number }): Found =>
    finder.passport(passportId),
} as const;
