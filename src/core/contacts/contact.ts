import { z } from 'zod';
import { emailAddress } from '../values/email.ts';
import type { ContactSubject } from './contact-store.ts';
import { contactContext } from '../secrets/sealing-contexts.ts';
import type { SealedText, Sealing } from '../secrets/sealing.ts';
import { optionalLabel } from '../values/text.ts';

/** How to reach the owner of a passport. */
export interface Contact {
  readonly email: string;
  readonly name: string | null;
}

/** The input fields of a contact. */
export const contactFields = {
  email: emailAddress,
  name: optionalLabel(120, null),
};

/** Seals a contact; it can only be opened for the same subject. */
export function sealContact(
  { sealing }: { sealing: Sealing },
  { email, name }: Contact,
  subject: ContactSubject,
): Promise<SealedText> {
  return sealing.seal(JSON.stringify({ email, name }), contactContext(subject));
}

/** Opens a contact that was sealed for this subject. */
export async function openContact(
  { sealing }: { sealing: Sealing },
  sealed: SealedText,
  subject: ContactSubject,
): Promise<Contact> {
  return storedContact.parse(JSON.parse(await sealing.open(sealed, contactContext(subject))));
}

const storedContact = z.object({ email: z.string(), name: z.string().nullable() });
