import { listingDraft } from '../../../src/core/listings/listing-draft.ts';
import type { SeenVersion } from '../../../src/core/listings/listing-writer.ts';
import { draft } from '../support/drafts.ts';
import { addAccount, AT, unique, type PortsUnderTest } from './ports-under-test.ts';

/** Publishers and listings for expectations on the stores. */
export function listingsUnderTest(open: () => PortsUnderTest) {
  const put = (
    namespace: string,
    publisherId: string | null,
    fields: Readonly<Record<string, unknown>> = {},
    now = AT,
    seen?: SeenVersion,
  ) => {
    const newId = unique('lst');
    const toPut = { namespace, publisherId, draft: listingDraft.parse(draft(fields)), now, newId };
    return open().listingWriter.put(toPut, seen);
  };
  const withdraw = async (namespace: string, sourceExternalId: string, now: Date) => {
    const { listings } = open();
    const { id, publisherId } = (await listings.find(namespace, sourceExternalId))!;
    await listings.withdraw(publisherId!, id, now);
  };
  const newPublisher = async () => {
    const { publisherId } = await addAccount(open());
    return { namespace: unique('account:n'), id: publisherId };
  };
  return { put, withdraw, newPublisher };
}
