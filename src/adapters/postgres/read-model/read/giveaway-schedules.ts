import type { ChainReads } from '../../../ports/chain-reads.ts';
import type { GiveawaySchedules, ScheduledGiveaway } from '../../../../core/giveaways/round-calendar.ts';

const COLUMNS = [
  'giveaway.id',
  'giveaway.externalId',
  'giveaway.title',
  'giveaway.startTime',
  'giveaway.endTime',
  'giveaway.everyDays',
  'giveaway.activeDays',
  'giveaway.createdAt',
  'giveaway.chainTime',
] as const;
type Row = Awaited<ReturnType<ChainReads['read']>>[number];

/** Schedules of giveaways in the read model, by the statements of the lists of giveaways. */
export function createGiveawaySchedules(chainReads: Pick<ChainReads, 'read'>): GiveawaySchedules {
  return {
    async unfinished(providerKey, limit) {
      const page = { size: limit, backward: false, after: undefined, before: undefined };
      const of = providerKey === null ? ('giveaways' as const) : ('giveawaysOfProvider' as const);
      const found = await Promise.all(
        (['Running', 'Scheduled'] as const).map((state) =>
          chainReads.read(`${of}${state}`, [[providerKey, null, null]], COLUMNS, page),
        ),
      );
      return found.flatMap((rows) => rows.slice(0, limit)).map(toGiveaway);
    },
  };
}

/** The first value of a row is the number of its key. */
function toGiveaway([
  ,
  id,
  externalId,
  title,
  starts,
  ends,
  every,
  active,
  createdAt,
  at,
]: Row): ScheduledGiveaway {
  return {
    id: String(id),
    title: typeof title === 'string' && title !== '' ? title : String(externalId),
    schedule: {
      startsAt: Date.parse(String(starts)),
      endsAt: ends == null ? undefined : Date.parse(String(ends)),
      everyDays: Number(every),
      activeDays: Number(active),
    },
    createdAt: new Date(String(createdAt)),
    chainTime: at == null ? undefined : Date.parse(String(at)),
  };
}
