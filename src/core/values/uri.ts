import { NOT_IN_URL, optionalText, requiredText } from './text.ts';

const MAX_URI = 2048;
const uriMessage = `must be an absolute URI of https, http, ipfs or ar ${NOT_IN_URL}`;
const URI =
  /^(?:https?:\/\/(?![^/?#]*@)[^\s\p{Cc}<>"\\/?#]|ipfs:\/\/[^\s\p{Cc}<>"\\/?#]|ar:\/\/[^\s\p{Cc}<>"\\/?#])[^\s\p{Cc}<>"\\]*$/iu;

/** An optional absolute URI; absent, null and empty give ''. */
export function optionalUri() {
  return optionalText(MAX_URI, '').refine((value) => value === '' || URI.test(value), uriMessage);
}

/** A required absolute URI. */
export function requiredUri() {
  return requiredText(MAX_URI).refine((value) => value === '' || URI.test(value), uriMessage);
}
