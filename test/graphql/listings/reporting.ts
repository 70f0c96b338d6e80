import type { Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';

const REPORT = 'mutation ($input: ReportListingInput!) { reportListing(input: $input) { secret } }';
const DECIDE = `mutation ($input: DecideListingReportInput!) {
  decideListingReport(input: $input) { report { id decision decisionReason } } }`;

let networks = 0;
/** The headers of a client network that nobody has used; the gateway trusts one proxy. */
export const newNetwork = (): Readonly<Record<string, string>> => {
  networks += 1;
  return { 'x-forwarded-for': `198.${18 + (networks >> 16)}.${(networks >> 8) & 255}.${networks & 255}` };
};

/** The code of the first error of a response. */
export const codeOf = ({ body }: HttpResponse): string | undefined => body.errors?.[0].extensions.code;

/** What visitors and the operator do with reports at a gateway. */
export function reportingAt(gateway: () => Gateway) {
  const asOperator = (query: string, variables: Json = {}) =>
    gateway().graphql(query, variables, gateway().operatorToken);
  const tryReport = (listing: string, fields: object = {}, network = newNetwork()): Promise<HttpResponse> =>
    gateway().graphql(
      REPORT,
      { input: { listing, reason: 'SCAM', text: 'It asks for passwords.', ...fields } },
      undefined,
      network,
    );
  const openOf = async (listing: string): Promise<Json[]> => {
    const { body } = await asOperator(
      '{ listingReports(state: OPEN, first: 100) { nodes { id listingId } } }',
    );
    return body.data.listingReports.nodes.filter(({ listingId }: Json) => listingId === listing);
  };
  return {
    asOperator,
    tryReport,
    /** Reports a listing; returns the secret. */
    async report(listing: string, fields: object = {}): Promise<string> {
      return (await tryReport(listing, fields)).body.data.reportListing.secret;
    },
    openOf,
    /** Decides on the oldest open report of a listing. */
    async decide(listing: string, decision: string, fields: object = {}): Promise<HttpResponse> {
      const [first] = await openOf(listing);
      return asOperator(DECIDE, {
        input: { id: first?.id, decision, reason: 'Seen and checked.', ...fields },
      });
    },
  };
}
