import { EventFragment } from 'ethers/abi';
import { giveawaysArtifact } from '../hub/artifacts/giveaways.ts';
import { passportArtifact } from '../hub/artifacts/passport.ts';

/** The hub's events that the read model projects, or stores for later reads. */
export const HUB_EVENTS = [
  'ProviderSignerSet',
  'GiveawayCreated',
  'PlacesSet',
  'EntriesChanged',
  'EntryChangeRejected',
  'OperationReplayed',
  'WinnerDeclared',
  'WinnerDrawn',
  'PlaceDeclared',
  'PlaceDrawn',
  'RoundVoided',
  'ReceiptConfirmed',
  'RoundMetadataSet',
  'RoundImageSet',
  'PrizeDelivered',
  'PlaceReceiptConfirmed',
  'PlaceMetadataSet',
  'PlaceImageSet',
  'PlaceDelivered',
  'Provisioned',
  'ProvisionRejected',
] as const;

/** The same for the passports' events. */
export const PASSPORT_EVENTS = ['PassportMinted', 'Transfer'] as const;

/** The declarations of these events, as compiled. */
export const hubFragments: readonly EventFragment[] = pick(giveawaysArtifact.abi, HUB_EVENTS);
export const passportFragments: readonly EventFragment[] = pick(passportArtifact.abi, PASSPORT_EVENTS);

function pick(abi: readonly { readonly type: string }[], names: readonly string[]): EventFragment[] {
  const declared = abi.filter(({ type }) => type === 'event').map((item) => EventFragment.from(item));
  return names.map((name) => {
    const fragment = declared.find((candidate) => candidate.name === name);
    if (!fragment) throw new Error(`The contracts declare no event ${name}.`);
    return fragment;
  });
}
