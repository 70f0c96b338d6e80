import type { SecretOrigin } from '../access/credentials.ts';
import type { ListingReport } from './listing-report.ts';

/** What the secret of a report is derived from, with a key of the installation: mails repeat it, and only its hash is stored. */
export function secretOrigin({ id, createdAt }: Pick<ListingReport, 'id' | 'createdAt'>): SecretOrigin {
  return { id, issuedAt: createdAt, requestId: id };
}
