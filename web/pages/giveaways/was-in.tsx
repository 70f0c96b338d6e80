import { Held, PassportsOf, type HeldQuery, type RoundFactsFragment } from '../../documents/generated.ts';
import { useSite } from '../../site/context.ts';
import type { Visit } from '../../site/page.ts';

/** What was found about the wallet or the passport that a visitor named. */
export interface Lookup {
  readonly requested: string;
  readonly found: 'passports' | 'invalid' | 'no-passport' | 'no-wallet';
  readonly passports: readonly FoundPassport[];
  readonly isCut: boolean;
}

interface FoundPassport {
  readonly passportId: number;
  readonly entries: NonNullable<HeldQuery['giveaway']>['entries'];
  /** The ids of the latest rounds that it won. */
  readonly wins: readonly string[];
}

/** The wins that the look-up reads. */
const MAX_WINS = 20;
const PASSPORT = /^#?(\d{1,15})$/;
const WALLET = /^0x[0-9a-f]{40}$/i;

/** Looks up the entries of a wallet's passports, at most ten, or of one passport. Undefined without a question. */
export async function lookUp(
  { tryQuery }: Pick<Visit, 'tryQuery'>,
  id: string,
  requested: string | undefined,
): Promise<Lookup | undefined> {
  if (requested === undefined) return undefined;
  const nothing = { requested, passports: [], isCut: false };
  const [, number] = PASSPORT.exec(requested) ?? [];
  if (number !== undefined) {
    const passport = await findHeld({ tryQuery }, id, Number(number));
    return passport
      ? { ...nothing, found: 'passports', passports: [passport] }
      : { ...nothing, found: 'no-passport' };
  }
  if (!WALLET.test(requested)) return { ...nothing, found: 'invalid' };
  const { data } = await tryQuery(PassportsOf, { owner: requested });
  if (data === undefined) return { ...nothing, found: 'invalid' };
  const { nodes, pageInfo } = data.passports;
  if (nodes.length === 0) return { ...nothing, found: 'no-wallet' };
  const held = await Promise.all(nodes.map(({ passportId }) => findHeld({ tryQuery }, id, passportId)));
  const passports = held.filter((each) => each !== undefined);
  return { requested, found: 'passports', passports, isCut: pageInfo.hasNextPage };
}

async function findHeld(
  { tryQuery }: Pick<Visit, 'tryQuery'>,
  id: string,
  passportId: number,
): Promise<FoundPassport | undefined> {
  const { data } = await tryQuery(Held, { id, passportId });
  if (data?.giveaway == null || data.passport === null) return undefined;
  const wins = data.passport.wins.nodes.map((round) => round.id);
  return { passportId, entries: data.giveaway.entries, wins };
}

interface WonRound {
  readonly id: string;
  readonly winner: { readonly passportId: number } | null;
}

interface WasInProps {
  readonly id: string;
  /** The shown rounds, of which a passport may have won some with entries of earlier ones. */
  readonly rounds: readonly Pick<RoundFactsFragment, 'id' | 'index' | 'winner'>[];
  readonly lookup: Lookup | undefined;
}

/** The form that asks for a wallet or a passport, and the response. */
export function WasIn({ id, rounds, lookup }: WasInProps) {
  const { t, link, language } = useSite();
  const [action, search = ''] = link(`/giveaways/${id}`).split('?', 2);
  const isInvalid = lookup?.found === 'invalid';
  return (
    <section className="panel" aria-labelledby="was-in" id="lookup">
      <h2 id="was-in">{t.giveaways.wasIn}</h2>
      <form action={`${action}#lookup`} method="get">
        <div className="field">
          <label htmlFor="who">{t.giveaways.wasInLabel}</label>
          <div className="search">
            <input
              id="who"
              name="who"
              required
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              defaultValue={lookup?.requested}
              aria-describedby="who-hint"
              aria-invalid={isInvalid || undefined}
            />
            {search !== '' && <input type="hidden" name="lang" value={language} />}
            <button className="button">{t.giveaways.wasInSubmit}</button>
          </div>
          <p id="who-hint" className={isInvalid ? 'field-error' : 'field-hint'}>
            {isInvalid ? t.giveaways.wasInInvalid : t.giveaways.wasInHint}
          </p>
        </div>
      </form>
      {lookup !== undefined && !isInvalid && <LookupResult lookup={lookup} rounds={rounds} />}
    </section>
  );
}

function LookupResult({
  lookup,
  rounds,
}: {
  readonly lookup: Lookup;
  readonly rounds: WasInProps['rounds'];
}) {
  const { t } = useSite();
  if (lookup.found === 'no-passport') return <p className="note">{t.giveaways.wasInNoPassport}</p>;
  if (lookup.found === 'no-wallet') return <p className="note">{t.giveaways.wasInNoWallet}</p>;
  return (
    <div className="note">
      <ul>
        {lookup.passports.map((passport) => (
          <PassportResult key={passport.passportId} {...passport} rounds={rounds} />
        ))}
      </ul>
      {lookup.isCut && <p>{t.giveaways.wasInMore}</p>}
    </div>
  );
}

function PassportResult({
  passportId,
  entries: { nodes },
  wins,
  rounds,
}: FoundPassport & Pick<WasInProps, 'rounds'>) {
  const { t, link, format } = useSite();
  const address = link(`/passports/${passportId}`);
  if (nodes.length === 0) {
    return (
      <li>
        <a href={address}>{t.giveaways.wasInNot.replace('{passport}', String(passportId))}</a>
      </li>
    );
  }
  const isWon = ({ id, winner }: WonRound) => winner?.passportId === passportId || wins.includes(id);
  const won = rounds.filter(isWon);
  const wonWithout = won.filter(({ index }) => !nodes.some(({ round }) => round.index === index));
  return [
    ...nodes.map(({ entries, issued, round }) => (
      <li key={round.index}>
        <a href={address}>
          {t.giveaways.wasInEntries(
            String(passportId),
            `${format.number(issued)} ${format.plural(issued, t.giveaways.entries)}`,
            t.giveaways.round(round.index),
          )}
        </a>{' '}
        {entries !== issued && `(${t.giveaways.left(format.number(entries))}) `}
        {isWon(round) ? (
          <strong>{t.giveaways.won}</strong>
        ) : (
          // Of several places, an earlier win may not be among the latest ones.
          round.winner !== null && (round.placesDecided === 1 || wins.length < MAX_WINS) && t.giveaways.lost
        )}
      </li>
    )),
    ...wonWithout.map(({ index }) => (
      <li key={`won ${index}`}>
        <strong>{t.giveaways.wonRound(String(passportId), t.giveaways.round(index))}</strong>
      </li>
    )),
  ];
}
