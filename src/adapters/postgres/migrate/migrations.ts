import { Listings20261121000000 } from '../../../../migrations/20261121000000-listings.ts';
import { Accounts20261121000100 } from '../../../../migrations/20261121000100-accounts.ts';
import { ReadModel20261121000200 } from '../../../../migrations/20261121000200-read-model.ts';
import { Operations20261121000300 } from '../../../../migrations/20261121000300-operations.ts';
import { Wallets20261121000400 } from '../../../../migrations/20261121000400-wallets.ts';
import { Providers20261121000500 } from '../../../../migrations/20261121000500-providers.ts';
import { ServiceClientRevocation20261121000600 } from '../../../../migrations/20261121000600-service-client-revocation.ts';
import { ProviderOperations20261121000700 } from '../../../../migrations/20261121000700-provider-operations.ts';
import { ProviderSigners20261121000800 } from '../../../../migrations/20261121000800-provider-signers.ts';
import { Provisions20261121000900 } from '../../../../migrations/20261121000900-provisions.ts';
import { PassportContacts20261121001000 } from '../../../../migrations/20261121001000-passport-contacts.ts';
import { Webhooks20261121001100 } from '../../../../migrations/20261121001100-webhooks.ts';
import { PrizeDeliveryChecks20261121001200 } from '../../../../migrations/20261121001200-prize-delivery-checks.ts';
import { RoundTextOrder20261121001300 } from '../../../../migrations/20261121001300-round-text-order.ts';
import { SignInCodes20261122000300 } from '../../../../migrations/20261122000300-sign-in-codes.ts';
import { SearchWords20261122000400 } from '../../../../migrations/20261122000400-search-words.ts';
import { ListingWords20261122000401 } from '../../../../migrations/20261122000401-listing-words.ts';
import { FeedIndexes20261122000402 } from '../../../../migrations/20261122000402-feed-indexes.ts';
import { AuditByMonth20261122000500 } from '../../../../migrations/20261122000500-audit-by-month.ts';
import { Retention20261122000501 } from '../../../../migrations/20261122000501-retention.ts';
import { RoundClaims20261122000700 } from '../../../../migrations/20261122000700-round-claims.ts';
import { ClosingGiveaways20261122000800 } from '../../../../migrations/20261122000800-closing-giveaways.ts';
import { EntriesOfPassports20261122000801 } from '../../../../migrations/20261122000801-entries-of-passports.ts';
import { LiveApiKeys20261122000900 } from '../../../../migrations/20261122000900-live-api-keys.ts';
import { CoveringFeedIndexes20261122001000 } from '../../../../migrations/20261122001000-covering-feed-indexes.ts';
import { OperationKeys20261122002000 } from '../../../../migrations/20261122002000-operation-keys.ts';
import { Keeper20261122002100 } from '../../../../migrations/20261122002100-keeper.ts';
import { DrawsWithoutTrust20261122003000 } from '../../../../migrations/20261122003000-draws-without-trust.ts';
import { GiveawayLists20261122004000 } from '../../../../migrations/20261122004000-giveaway-lists.ts';
import { ApiKeyExpiry20261122005000 } from '../../../../migrations/20261122005000-api-key-expiry.ts';
import { ListingsOfPublishers20261122005500 } from '../../../../migrations/20261122005500-listings-of-publishers.ts';
import { Hubs20261122006000 } from '../../../../migrations/20261122006000-hubs.ts';
import { StepsWithoutPassports20261122006100 } from '../../../../migrations/20261122006100-steps-without-passports.ts';
import { OwnSessionsAndEntries20261122006200 } from '../../../../migrations/20261122006200-own-sessions-and-entries.ts';
import { WithheldListings20261123001000 } from '../../../../migrations/20261123001000-withheld-listings.ts';
import { GiveawaysOfPassports20261123002000 } from '../../../../migrations/20261123002000-giveaways-of-passports.ts';
import { WriteProbe20261123003000 } from '../../../../migrations/20261123003000-write-probe.ts';
import { JobRuns20261123003001 } from '../../../../migrations/20261123003001-job-runs.ts';
import { KeeperOperations20261123004000 } from '../../../../migrations/20261123004000-keeper-operations.ts';
import { VerifiedTransfers20261123004001 } from '../../../../migrations/20261123004001-verified-transfers.ts';
import { LateRemovals20261123005001 } from '../../../../migrations/20261123005001-late-removals.ts';
import { MarkedEnds20261123010101 } from '../../../../migrations/20261123010101-marked-ends.ts';
import { KeeperClock20261123010102 } from '../../../../migrations/20261123010102-keeper-clock.ts';
import { OperationSecret20261123010300 } from '../../../../migrations/20261123010300-operation-secret.ts';
import { KeyChecks20261123010400 } from '../../../../migrations/20261123010400-key-checks.ts';
import { SessionHashes20261123010401 } from '../../../../migrations/20261123010401-session-hashes.ts';
import { MailsOfCodes20261123010500 } from '../../../../migrations/20261123010500-mails-of-codes.ts';
import { WebhookPauses20261123010501 } from '../../../../migrations/20261123010501-webhook-pauses.ts';
import { RoundChanges20261123010502 } from '../../../../migrations/20261123010502-round-changes.ts';
import { EvidenceSalt20261124020001 } from '../../../../migrations/20261124020001-evidence-salt.ts';
import { TimesOfRoundChanges20261124060001 } from '../../../../migrations/20261124060001-times-of-round-changes.ts';
import { CreationIds20261124070001 } from '../../../../migrations/20261124070001-creation-ids.ts';
import { FirstLateChanges20261124070002 } from '../../../../migrations/20261124070002-first-late-changes.ts';
import { RoundPlaces20261124080001 } from '../../../../migrations/20261124080001-round-places.ts';
import { IndexesOfGrowingTables20261124090001 } from '../../../../migrations/20261124090001-indexes-of-growing-tables.ts';
import { GiveawaysOfEarlierEntries20261124090002 } from '../../../../migrations/20261124090002-giveaways-of-earlier-entries.ts';
import { RefusalsThatOthersCanCure20261124090003 } from '../../../../migrations/20261124090003-refusals-that-others-can-cure.ts';
import { PlaceClaims20261124100101 } from '../../../../migrations/20261124100101-place-claims.ts';
import { KeysOfPlaces20261124100102 } from '../../../../migrations/20261124100102-keys-of-places.ts';
import { SupersededIndex20261124110001 } from '../../../../migrations/20261124110001-superseded-index.ts';
import { VerifiedBackups20261124120001 } from '../../../../migrations/20261124120001-verified-backups.ts';
import { HeldLanes20261124120002 } from '../../../../migrations/20261124120002-held-lanes.ts';
import { ListingClicks20261124130001 } from '../../../../migrations/20261124130001-listing-clicks.ts';
import { PublisherProfiles20261125220005 } from '../../../../migrations/20261125220005-publisher-profiles.ts';
import { DayCounts20261125220006 } from '../../../../migrations/20261125220006-day-counts.ts';
import { ListingReports20261125221505 } from '../../../../migrations/20261125221505-listing-reports.ts';
import { ReportMails20261126060301 } from '../../../../migrations/20261126060301-report-mails.ts';
import { IndexesOfReports20261126060302 } from '../../../../migrations/20261126060302-indexes-of-reports.ts';
import { PublisherDomains20261126070001 } from '../../../../migrations/20261126070001-publisher-domains.ts';
import { DueDomains20261126070002 } from '../../../../migrations/20261126070002-due-domains.ts';
import { ListingObjections20261126080001 } from '../../../../migrations/20261126080001-listing-objections.ts';
import { FeedWebhooks20261126090101 } from '../../../../migrations/20261126090101-feed-webhooks.ts';
import { IndexesOfFeedWebhooks20261126090102 } from '../../../../migrations/20261126090102-indexes-of-feed-webhooks.ts';
import { AccountMails20261126090501 } from '../../../../migrations/20261126090501-account-mails.ts';
import { FeedSubscriptions20261126100101 } from '../../../../migrations/20261126100101-feed-subscriptions.ts';
import { IndexesOfFeedSubscriptions20261126100102 } from '../../../../migrations/20261126100102-indexes-of-feed-subscriptions.ts';
import { Pictures20261126110001 } from '../../../../migrations/20261126110001-pictures.ts';
import { IndexesOfPictures20261126110002 } from '../../../../migrations/20261126110002-indexes-of-pictures.ts';
import { ListingFacts20261126113001 } from '../../../../migrations/20261126113001-listing-facts.ts';
import { IndexOfListingFacts20261126113002 } from '../../../../migrations/20261126113002-index-of-listing-facts.ts';
import { AccountDevices20261126114001 } from '../../../../migrations/20261126114001-account-devices.ts';
import { ImageFetches20261126114201 } from '../../../../migrations/20261126114201-image-fetches.ts';
import { IndexOfUnfetchedImages20261126114202 } from '../../../../migrations/20261126114202-index-of-unfetched-images.ts';
import { ListingDrafts20261126151001 } from '../../../../migrations/20261126151001-listing-drafts.ts';
import { Passkeys20261126152001 } from '../../../../migrations/20261126152001-passkeys.ts';
import { IndexOfSetValues20261126161001 } from '../../../../migrations/20261126161001-index-of-set-values.ts';
import { ImagesByPublisher20261126161002 } from '../../../../migrations/20261126161002-images-by-publisher.ts';
import { LanguagesOfReaders20261126185001 } from '../../../../migrations/20261126185001-languages-of-readers.ts';
import { PublisherMembers20261126190001 } from '../../../../migrations/20261126190001-publisher-members.ts';
import { IndexesOfOwnListings20261126210001 } from '../../../../migrations/20261126210001-indexes-of-own-listings.ts';
import { SecretUses20261127130001 } from '../../../../migrations/20261127130001-secret-uses.ts';
import { SlowWebhooks20261127150001 } from '../../../../migrations/20261127150001-slow-webhooks.ts';
import { IndexOfClosingRounds20261128090001 } from '../../../../migrations/20261128090001-index-of-closing-rounds.ts';
import { IndexOfSplitWords20261128100001 } from '../../../../migrations/20261128100001-index-of-split-words.ts';
import { FoldedTexts20261128110001 } from '../../../../migrations/20261128110001-folded-texts.ts';
import { IndexesOfFoldedTexts20261128110002 } from '../../../../migrations/20261128110002-indexes-of-folded-texts.ts';
import { ClientNamespaces20261128120001 } from '../../../../migrations/20261128120001-client-namespaces.ts';

/** All migrations, in their order. */
export const MIGRATIONS = [
  Listings20261121000000,
  Accounts20261121000100,
  ReadModel20261121000200,
  Operations20261121000300,
  Wallets20261121000400,
  Providers20261121000500,
  ServiceClientRevocation20261121000600,
  ProviderOperations20261121000700,
  ProviderSigners20261121000800,
  Provisions20261121000900,
  PassportContacts20261121001000,
  Webhooks20261121001100,
  PrizeDeliveryChecks20261121001200,
  RoundTextOrder20261121001300,
  SignInCodes20261122000300,
  SearchWords20261122000400,
  ListingWords20261122000401,
  FeedIndexes20261122000402,
  AuditByMonth20261122000500,
  Retention20261122000501,
  RoundClaims20261122000700,
  ClosingGiveaways20261122000800,
  EntriesOfPassports20261122000801,
  LiveApiKeys20261122000900,
  CoveringFeedIndexes20261122001000,
  OperationKeys20261122002000,
  Keeper20261122002100,
  DrawsWithoutTrust20261122003000,
  GiveawayLists20261122004000,
  ApiKeyExpiry20261122005000,
  ListingsOfPublishers20261122005500,
  Hubs20261122006000,
  StepsWithoutPassports20261122006100,
  OwnSessionsAndEntries20261122006200,
  WithheldListings20261123001000,
  GiveawaysOfPassports20261123002000,
  WriteProbe20261123003000,
  JobRuns20261123003001,
  KeeperOperations20261123004000,
  VerifiedTransfers20261123004001,
  LateRemovals20261123005001,
  MarkedEnds20261123010101,
  KeeperClock20261123010102,
  OperationSecret20261123010300,
  KeyChecks20261123010400,
  SessionHashes20261123010401,
  MailsOfCodes20261123010500,
  WebhookPauses20261123010501,
  RoundChanges20261123010502,
  EvidenceSalt20261124020001,
  TimesOfRoundChanges20261124060001,
  CreationIds20261124070001,
  FirstLateChanges20261124070002,
  RoundPlaces20261124080001,
  IndexesOfGrowingTables20261124090001,
  GiveawaysOfEarlierEntries20261124090002,
  RefusalsThatOthersCanCure20261124090003,
  PlaceClaims20261124100101,
  KeysOfPlaces20261124100102,
  SupersededIndex20261124110001,
  VerifiedBackups20261124120001,
  HeldLanes20261124120002,
  ListingClicks20261124130001,
  PublisherProfiles20261125220005,
  DayCounts20261125220006,
  ListingReports20261125221505,
  ReportMails20261126060301,
  IndexesOfReports20261126060302,
  PublisherDomains20261126070001,
  DueDomains20261126070002,
  ListingObjections20261126080001,
  FeedWebhooks20261126090101,
  IndexesOfFeedWebhooks20261126090102,
  AccountMails20261126090501,
  FeedSubscriptions20261126100101,
  IndexesOfFeedSubscriptions20261126100102,
  Pictures20261126110001,
  IndexesOfPictures20261126110002,
  ListingFacts20261126113001,
  IndexOfListingFacts20261126113002,
  AccountDevices20261126114001,
  ImageFetches20261126114201,
  IndexOfUnfetchedImages20261126114202,
  ListingDrafts20261126151001,
  Passkeys20261126152001,
  IndexOfSetValues20261126161001,
  ImagesByPublisher20261126161002,
  LanguagesOfReaders20261126185001,
  PublisherMembers20261126190001,
  IndexesOfOwnListings20261126210001,
  SecretUses20261127130001,
  SlowWebhooks20261127150001,
  IndexOfClosingRounds20261128090001,
  IndexOfSplitWords20261128100001,
  FoldedTexts20261128110001,
  IndexesOfFoldedTexts20261128110002,
  ClientNamespaces20261128120001,
];
