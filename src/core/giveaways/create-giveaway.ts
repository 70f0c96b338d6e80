import { z } from 'zod';
import { wholeNumber } from '../values/integers.ts';
import { DomainError } from '../errors.ts';
import { defineOperation } from '../operations/provider-operation.ts';
import { LATEST_INSTANT } from '../values/instants.ts';
import { toGiveawayId, giveawayId } from './giveaway-id.ts';
import { hasGiveaway } from './has-giveaway.ts';
import { requireOpenEnd } from './require-open-end.ts';
import type { Clock } from '../clock.ts';
import type { GiveawayPlaces } from '../chain/chain-call.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Digests } from '../values/digests.ts';
import { alternates, winners } from '../rounds/places.ts';
import { description, title, toPublicText } from './public-text.ts';
import { flag } from '../values/flag.ts';
import { optionalUri } from '../values/uri.ts';

/** How the winner is determined; the index is the number in the REST API (interface 2.2). */
export const DETERMINATIONS = ['PROVIDER_DECLARED', 'ON_CHAIN_RANDOM'] as const;

/** Unix seconds. */
const LATEST_TIME = LATEST_INSTANT / 1_000;
/** A century. */
const MAX_DAYS = 36_500;

const days = wholeNumber({ min: 0, max: MAX_DAYS }).nullish();

const input = z
  .object({
    giveawayId,
    startTime: wholeNumber({ min: 1, max: LATEST_TIME }),
    endTime: wholeNumber({ min: 0, max: LATEST_TIME })
      .nullish()
      .transform((time) => time ?? 0)
      .meta({ default: 0 }),
    determinationType: wholeNumber({ min: 0, max: 1 }),
    requiresHandshake: flag(),
    providerPaysReceiptGas: flag(),
    rollingEveryDays: days.transform((count) => count ?? 0).meta({ default: 0 }),
    rollingActiveDays: days,
    rollingEntriesCarryOver: flag(),
    title,
    description,
    image: optionalUri(),
    metadataUri: optionalUri(),
    winners,
    alternates,
  })
  .superRefine((draft, { addIssue }) => {
    const wrong = (path: keyof typeof draft, message: string) =>
      addIssue({ code: 'custom', path: [path], message });
    const { startTime, endTime, rollingEveryDays, rollingActiveDays, rollingEntriesCarryOver } = draft;
    if (endTime !== 0 && endTime <= startTime)
      wrong('endTime', 'must be later than startTime, or 0 for a giveaway without an end.');
    if (rollingEveryDays === 0) {
      if (DETERMINATIONS[draft.determinationType] === 'ON_CHAIN_RANDOM' && endTime === 0)
        wrong('endTime', 'is required where the winner is drawn: the draw is about the entries at the end.');
      if (rollingActiveDays != null && rollingActiveDays !== 0)
        wrong('rollingActiveDays', 'needs rollingEveryDays: send it too, or leave both out.');
      if (rollingEntriesCarryOver)
        wrong('rollingEntriesCarryOver', 'needs rollingEveryDays: only entries of rounds carry over.');
    } else if (rollingActiveDays != null && (rollingActiveDays < 1 || rollingActiveDays > rollingEveryDays)) {
      wrong('rollingActiveDays', `must be a whole number from 1 to rollingEveryDays, ${rollingEveryDays}.`);
    }
  });

/** Creates a giveaway with one round, or with rounds that repeat (interface 4.2, decision: fields). */
export const createGiveaway = defineOperation({
  endpoint: 'create-giveaway',
  permission: 'provider:giveaways',
  input,

  async prepare(ports: { clock: Clock; contracts: Contracts; digests: Digests }, { caller, input: draft }) {
    const { title, description, image, rollingEveryDays, rollingActiveDays } = draft;
    const determination = DETERMINATIONS[draft.determinationType] ?? 'PROVIDER_DECLARED';
    const publicText = toPublicText(ports, { title, description, image });
    const isDrawn = determination === 'ON_CHAIN_RANDOM';
    const activeDays = rollingActiveDays ?? rollingEveryDays;
    await requireOpenEnd(ports, {
      startsAt: draft.startTime * 1_000,
      endsAt: draft.endTime === 0 ? undefined : draft.endTime * 1_000,
      everyDays: rollingEveryDays,
      activeDays,
    });
    const key = ports.digests.giveawayKey(caller.providerKey, draft.giveawayId);
    await requireNewKey(ports, key);
    const { beacon, beaconMargin } = await ports.contracts.site();
    const places = await choosePlaces(ports, draft);
    return {
      call: {
        kind: 'create-giveaway',
        provider: caller.providerKey,
        options: {
          externalId: draft.giveawayId,
          startTime: draft.startTime,
          endTime: draft.endTime,
          determination,
          requiresHandshake: draft.requiresHandshake,
          providerPaysReceiptGas: draft.providerPaysReceiptGas,
          entriesCarryOver: draft.rollingEntriesCarryOver,
          everyDays: rollingEveryDays,
          activeDays,
          beacon: isDrawn ? beacon : null,
          beaconMargin: isDrawn ? beaconMargin : 0,
          metadataHash: publicText?.hash ?? null,
          metadataUri: draft.metadataUri,
        },
        ...(places && { places }),
      },
      facts: {
        giveawayId: draft.giveawayId,
        id: toGiveawayId(key),
        determinationType: draft.determinationType,
        ...places,
      },
      publicText,
    };
  },
});

/** Undefined for one winner without alternates, which the contracts of all versions have. */
async function choosePlaces(
  { contracts }: { contracts: Contracts },
  { winners = 1, alternates = 0 }: { readonly [Kind in keyof GiveawayPlaces]: number | undefined },
): Promise<GiveawayPlaces | undefined> {
  if (winners === 1 && alternates === 0) return undefined;
  if (await contracts.hasPlaces()) return { winners, alternates };
  throw new DomainError(
    'CONTRACT_REVERT',
    'The contracts of this service give each round one winner: leave winners and alternates out.',
    { reason: 'PLACES_UNSUPPORTED' },
  );
}

/** The current hub refuses its own keys; a giveaway of an older hub has the same key, and so the same id, as well. */
async function requireNewKey({ contracts }: { contracts: Contracts }, giveaway: string): Promise<void> {
  const [, ...older] = await contracts.hubs();
  for (const hub of older) if (await hasGiveaway(contracts, giveaway, hub)) throw existsAlready();
}

function existsAlready(): DomainError {
  return new DomainError(
    'CONTRACT_REVERT',
    'A giveaway with this giveawayId exists already, in the contracts that this service used before.',
    { reason: 'GIVEAWAY_EXISTS' },
  );
}
