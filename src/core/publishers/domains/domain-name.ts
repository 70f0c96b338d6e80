import { z } from 'zod';
import { requiredText } from '../../values/text.ts';

// A DNS name has 253 characters at most; the record's own label comes before the name.
const MAX_CHARACTERS = 253 - '_giveaways.'.length;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
// Names that the public DNS does not have (RFC 6761, RFC 6762, RFC 7686, RFC 9476 and ICANN's internal).
const NOT_PUBLIC = /(?:^|\.)(?:localhost|local|internal|onion|alt|arpa)$/;

const EXPECTED = 'send a name such as example.org, without https://, port or path.';

/** A name of the public DNS in its one written form: IDNA to ASCII (UTS 46), lower case, without a dot at the end. */
export const domainName = requiredText(MAX_CHARACTERS)
  .transform((text, context) => {
    const name = toDomainName(text);
    if (name !== undefined) return name;
    context.addIssue(`is not the name of a domain: ${EXPECTED}`);
    return z.NEVER;
  })
  .refine((name) => !NOT_PUBLIC.test(name), 'is a name that the public DNS does not have.')
  .meta({ description: `The name of a domain, such as \`example.org\`; names beyond ASCII are converted.` });

/** Undefined for a text that is not a domain name of two labels or more; an IP address is none. */
function toDomainName(text: string): string | undefined {
  if (!/^[^\s\p{Cc}%/\\:@?#[\]<>^|]+$/u.test(text)) return undefined;
  const host = URL.parse(`https://${text}`)?.hostname.replace(/\.$/, '') ?? '';
  const labels = host.split('.');
  const isName =
    host.length <= MAX_CHARACTERS && labels.length > 1 && labels.every((label) => LABEL.test(label));
  // The URL parser writes an IPv4 address in any notation as four numbers.
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? host : undefined;
}
