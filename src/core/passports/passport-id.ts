import { wholeNumber } from '../values/integers.ts';

/** A passport's number in this service, in an input. */
export const passportId = wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER });

const PASSPORT_ID = /^psp_([1-9]\d{0,15})$/;

/** The id of a passport by its number in this service. */
export function toPassportId(passportId: number | string): string {
  return `psp_${passportId}`;
}

/** Parses the id of a passport; undefined when the text is not one. */
export function readPassportId(id: string): number | undefined {
  const number = Number(PASSPORT_ID.exec(id)?.[1]);
  return Number.isSafeInteger(number) ? number : undefined;
}
