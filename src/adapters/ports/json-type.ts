/** The Content-Type of a body of JSON (RFC 8259), with or without parameters. */
export const JSON_TYPE = /^application\/json(?:\s*;|$)/i;
