/** What a page loads when its reader starts a check. */
export { reasonOf } from './failure.ts';
export { showVerification } from './show.ts';
export { verifyInBrowser } from './verify.ts';
