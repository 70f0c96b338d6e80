import type { GiveawayQuery } from '../../documents/generated.ts';
import { TEST_CHAIN } from '../../parts/chain-facts.tsx';
import { useSite, type SiteContext } from '../../site/context.ts';

type Rules = Pick<
  NonNullable<GiveawayQuery['giveaway']>,
  | 'chainId'
  | 'startTime'
  | 'endTime'
  | 'determinationType'
  | 'rollingEveryDays'
  | 'rollingActiveDays'
  | 'rollingEntriesCarryOver'
  | 'beaconMargin'
  | 'winners'
  | 'alternates'
  | 'requiresHandshake'
  | 'providerPaysReceiptGas'
>;

/** The rules of a giveaway in words. */
export function RulesInWords({ giveaway }: { readonly giveaway: Rules }) {
  const site = useSite();
  return (
    <section className="stack" aria-labelledby="rules">
      <h2 id="rules">{site.t.giveaways.rules}</h2>
      <ul className="rules">
        {rulesOf(giveaway, site).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className="quiet">{site.t.giveaways.rulesHint}</p>
    </section>
  );
}

/** A sentence for each option of a giveaway. */
export function rulesOf(giveaway: Rules, { t, format }: Pick<SiteContext, 't' | 'format'>): string[] {
  const { rule, days } = t.giveaways;
  const beacon = giveaway.chainId === TEST_CHAIN ? rule.ownBeacon : rule.beacon;
  const { startTime, endTime, rollingEveryDays: every, rollingActiveDays: active } = giveaway;
  const start = format.time(startTime);
  const end = endTime === null ? undefined : format.time(endTime);
  const counted = (count: number, forms: { readonly one: string; readonly other: string }) =>
    `${format.number(count)} ${format.plural(count, forms)}`;
  const inDays = (count: number) => counted(count, days);
  const schedule =
    every > 0
      ? [
          rule.rolling(every === 1 ? rule.everyDay : rule.everyDays(inDays(every)), inDays(active), start),
          end === undefined ? rule.rollingEndless : rule.rollingEnd(end),
          giveaway.rollingEntriesCarryOver ? rule.carryOver : rule.noCarryOver,
        ]
      : [end === undefined ? rule.open(start) : rule.once(start, end)];
  const determination =
    giveaway.determinationType === 'ON_CHAIN_RANDOM'
      ? [rule.drawn, beacon(inTime(giveaway.beaconMargin ?? 0, { t, format }))]
      : [rule.declared];
  const { winners, alternates } = giveaway;
  const places =
    winners + alternates === 1
      ? []
      : [
          rule.places(
            counted(winners, t.giveaways.winners),
            alternates === 0 ? undefined : counted(alternates, t.giveaways.alternates),
          ),
        ];
  return [
    ...schedule,
    ...determination,
    ...places,
    rule.passports,
    giveaway.requiresHandshake ? rule.handshake : rule.noHandshake,
    ...(giveaway.requiresHandshake && giveaway.providerPaysReceiptGas ? [rule.paysReceipt] : []),
  ];
}

/** A number of seconds in words; in minutes when they are whole. */
export function inTime(seconds: number, { t, format }: Pick<SiteContext, 't' | 'format'>): string {
  const { minutes, seconds: names } = t.giveaways;
  if (seconds >= 60 && seconds % 60 === 0)
    return `${format.number(seconds / 60)} ${format.plural(seconds / 60, minutes)}`;
  return `${format.number(seconds)} ${format.plural(seconds, names)}`;
}
