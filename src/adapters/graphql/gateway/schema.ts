import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from '../accounts/account-resolver.ts';
import { ApiKeyResolver } from '../api-keys/api-key-resolver.ts';
import { AuditResolver, ViewerAuditResolver } from '../accounts/audit-resolver.ts';
import { ContactResolver } from '../contacts/contact-resolver.ts';
import { EvidenceResolver } from '../evidence/evidence-resolver.ts';
import { DrawProofResolver, WinnerResolver } from '../giveaways/draw-resolver.ts';
import { CountedEntryResolver, EntryResolver } from '../giveaways/entry-resolver.ts';
import { BackupResolver } from '../status/backup-resolver.ts';
import { addDescriptions } from '../descriptions/add-descriptions.ts';
import { addExamples } from '../examples/add-examples.ts';
import { DiagnosisResolver } from '../status/diagnosis-resolver.ts';
import { FacetResolver } from '../feed/facet-resolver.ts';
import { FeedResolver } from '../feed/feed-resolver.ts';
import { GiveawayResolver } from '../giveaways/giveaway-resolver.ts';
import { GiveawayListingResolver, ListingGiveawayResolver } from '../giveaways/listing-link-resolver.ts';
import { ListingResolver } from '../listings/listing-resolver.ts';
import { NodeResolver } from '../relay/node-resolver.ts';
import { OperationResolver } from '../operations/operation-resolver.ts';
import { PassportResolver } from '../passports/passport-resolver.ts';
import { PassportStatusResolver } from '../passports/passport-status-resolver.ts';
import { guardSchema } from '../guard/guard-schema.ts';
import { DomainResolver } from '../publishers/domain-resolver.ts';
import { MemberResolver } from '../publishers/member-resolver.ts';
import { ProfileResolver } from '../publishers/profile-resolver.ts';
import { PublisherResolver } from '../listings/publisher-resolver.ts';
import { ProviderOperationResolver } from '../operations/provider-operation-resolver.ts';
import {
  ProviderResolver,
  ProviderSignerResolver,
  ViewerProvidersResolver,
} from '../providers/provider-resolver.ts';
import { RoundChartResolver } from '../giveaways/round-chart-resolver.ts';
import { TrackRecordResolver } from '../providers/track-record-resolver.ts';
import { PlaceResolver, RoundPlacesResolver } from '../giveaways/place-resolver.ts';
import { RoundResolver } from '../giveaways/round-resolver.ts';
import { ServiceClientResolver } from '../api-keys/service-client-resolver.ts';
import { StatisticsResolver } from '../statistics/statistics-resolver.ts';
import { StatusResolver } from '../status/status-resolver.ts';
import { PasskeyResolver } from '../accounts/passkey-resolver.ts';
import { SessionResolver } from '../accounts/session-resolver.ts';
import { SubscriptionResolver } from '../subscriptions/subscription-resolver.ts';
import { ClicksResolver } from '../listings/clicks-resolver.ts';
import { FigureResolver } from '../reports/figure-resolver.ts';
import { ObjectionResolver } from '../reports/objection-resolver.ts';
import { ReportResolver } from '../reports/report-resolver.ts';
import { DraftResolver } from '../listings/drafts/draft-resolver.ts';
import { PictureResolver } from '../listings/picture-resolver.ts';
import { TakedownResolver } from '../listings/takedown-resolver.ts';
import { WalletResolver } from '../wallets/wallet-resolver.ts';
import { FeedSubscriptionResolver } from '../webhooks/feed-subscription-resolver.ts';
import { FeedWebhookResolver } from '../webhooks/feed-webhook-resolver.ts';
import { WebhookDeliveryResolver, WebhookResolver } from '../webhooks/webhook-resolver.ts';

function noTopics(): never {
  throw new Error('Nothing is published under topics.');
}

let built: GraphQLSchema | undefined;

/** The whole GraphQL schema, each field behind its permission. All gateways of a process share it; nothing may change it. */
export function createSchema(): GraphQLSchema {
  return (built ??= buildSchema());
}

function buildSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      FacetResolver,
      FeedResolver,
      ListingResolver,
      ClicksResolver,
      DraftResolver,
      PictureResolver,
      TakedownResolver,
      ReportResolver,
      ObjectionResolver,
      FigureResolver,
      PublisherResolver,
      MemberResolver,
      ProfileResolver,
      DomainResolver,
      GiveawayListingResolver,
      ListingGiveawayResolver,
      AccountResolver,
      ApiKeyResolver,
      ProviderResolver,
      ProviderSignerResolver,
      ViewerProvidersResolver,
      ServiceClientResolver,
      AuditResolver,
      ViewerAuditResolver,
      PasskeyResolver,
      SessionResolver,
      WalletResolver,
      WebhookDeliveryResolver,
      WebhookResolver,
      FeedSubscriptionResolver,
      FeedWebhookResolver,
      NodeResolver,
      GiveawayResolver,
      RoundResolver,
      RoundPlacesResolver,
      PlaceResolver,
      RoundChartResolver,
      TrackRecordResolver,
      DrawProofResolver,
      WinnerResolver,
      EntryResolver,
      CountedEntryResolver,
      PassportResolver,
      PassportStatusResolver,
      ContactResolver,
      EvidenceResolver,
      OperationResolver,
      ProviderOperationResolver,
      StatisticsResolver,
      StatusResolver,
      DiagnosisResolver,
      BackupResolver,
      SubscriptionResolver,
    ],
    // type-graphql requires a pubSub for subscriptions; ours follow the database and do not use it.
    pubSub: { publish: () => undefined, subscribe: noTopics },
    validate: false,
    emitSchemaFile: false,
    // Apollo Server validates the schema when it starts.
    skipCheck: true,
  });
  addDescriptions(schema);
  addExamples(schema);
  return guardSchema(schema);
}
