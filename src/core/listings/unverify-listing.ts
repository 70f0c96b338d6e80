import { setVerified } from './set-verified.ts';

/** Takes the verified badge of a listing away. */
export const unverifyListing = setVerified(false, 'unverifyListing');
