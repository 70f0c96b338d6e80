import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { decideListingReport } from '../../../core/reports/decide-listing-report.ts';
import { findListingReport } from '../../../core/reports/find-listing-report.ts';
import { listingReportStatus } from '../../../core/reports/listing-report-status.ts';
import type { ReportState } from '../../../core/reports/listing-report.ts';
import { listingReports, reportsOrder } from '../../../core/reports/listing-reports.ts';
import { reportListing } from '../../../core/reports/report-listing.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import { toConnection } from '../relay/connections.ts';
import { PageArgs } from '../relay/page-args.ts';
import { presentReport, presentReportStatus } from './present-report.ts';
import { ReportStateEnum } from './report-enums.ts';
import {
  DecideListingReportInput,
  DecideListingReportPayload,
  ListingReportConnection,
  ListingReportStatusType,
  ListingReportType,
  ReportListingInput,
  ReportListingPayload,
} from './report-types.ts';

@Resolver()
export class ReportResolver {
  @Requires(listingReportStatus)
  @Query(() => ListingReportStatusType, {
    nullable: true,
    description:
      'The state of a report, for its reporter. Use POST, so that the secret is not in a URL. Null for an unknown secret.',
  })
  async listingReportStatus(
    @Arg('secret', () => String, { description: 'As reportListing has returned it.' }) secret: string,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ListingReportStatusType | null> {
    const found = await run(listingReportStatus, { secret });
    return found ? presentReportStatus(found) : null;
  }

  @Requires(listingReports)
  @Query(() => ListingReportConnection, {
    description: 'Operator: the open reports of listings, oldest first, or the decided ones, newest first.',
  })
  async listingReports(
    @Arg('state', () => ReportStateEnum, { description: 'Open or decided ones.' }) state: ReportState,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ListingReportConnection> {
    const page = await run(listingReports, Object.assign({ state }, args));
    return toConnection(page, reportsOrder(state), ({ createdAt }) => createdAt, presentReport);
  }

  @Requires(findListingReport)
  @Query(() => ListingReportType, { nullable: true, description: 'Operator: a report of a listing.' })
  async listingReport(
    @Arg('id', () => ID, { description: 'The id of the report.' }) id: string,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ListingReportType | null> {
    const report = await run(findListingReport, { id });
    return report ? presentReport(report) : null;
  }

  @Requires(reportListing)
  @Mutation(() => ReportListingPayload, {
    description:
      'Reports a public listing to the operator, without an account. While a report is open, the same network gets it again.',
  })
  async reportListing(
    @Arg('input', () => ReportListingInput) input: ReportListingInput,
    @Ctx() { run, network }: GraphqlContext,
  ): Promise<ReportListingPayload> {
    const { secret } = await run(reportListing, Object.assign({}, input, { network }));
    return { secret };
  }

  @Requires(decideListingReport)
  @Mutation(() => DecideListingReportPayload, {
    description: 'Operator: hides the reported listing or dismisses the report; safe to repeat.',
  })
  async decideListingReport(
    @Arg('input', () => DecideListingReportInput) input: DecideListingReportInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<DecideListingReportPayload> {
    return { report: presentReport(await run(decideListingReport, input)) };
  }
}
