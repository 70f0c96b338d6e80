import type { RequestHandler } from 'express';
import type { Clock } from '../../core/clock.ts';

export const SECURITY_TXT = '/.well-known/security.txt';
/** Readers distrust a file whose end is more than a year away (RFC 9116, 2.5.5). */
const VALID_DAYS = 180;

interface SecurityTxt {
  /** `mailto:`, `https:` or `tel:` addresses, the preferred one first. */
  readonly contacts: readonly string[];
  readonly publicUrl: string;
  readonly clock: Clock;
}

/** Says where a weakness is reported (RFC 9116). Without a contact it leaves the path to others, which answer 404. */
export function createSecurityTxt({ contacts, publicUrl, clock }: SecurityTxt): RequestHandler {
  return (_request, response, next) => {
    if (contacts.length === 0) return next();
    const expires = new Date(clock.now().getTime() + VALID_DAYS * 86_400_000);
    expires.setUTCHours(0, 0, 0, 0);
    response
      .type('text/plain')
      .send(
        [
          ...contacts.map((contact) => `Contact: ${contact}`),
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: en, de',
          `Canonical: ${publicUrl}${SECURITY_TXT}`,
          '',
        ].join('\n'),
      );
  };
}
