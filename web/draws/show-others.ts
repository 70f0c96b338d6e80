import type { VerdictFacts } from '../../src/verification/facts.ts';
import type { Twin } from '../../src/verification/twins/twins.ts';
import { element } from './element.ts';
import type { CheckTexts } from './texts.ts';
import { fill } from './words.ts';

const SHOWN_TWINS = 10;

/** The verdict with the number of twins. */
export function withTwins(texts: CheckTexts, { verdict: name, twins }: VerdictFacts): string {
  const verdict = texts.verdict[name];
  const { whole, incomplete, unsearched } = texts.verdictTwins;
  if (twins === undefined) return fill(unsearched, { verdict });
  return fill(twins.list === 'incomplete' ? incomplete : whole, { verdict, count: twins.twins.length });
}

/** How many twins were found, where they were looked for, and when the giveaway was announced. */
export function twinSentences(texts: CheckTexts, { twins: found }: VerdictFacts): string[] {
  if (found === undefined) return [texts.twins.unsearched];
  const { twins, compared, hubs, fromBlock, toBlock, list, ignored, announced } = found;
  const { none, some, range } = texts.twins;
  const sentence = fill(twins.length === 0 ? none : some, { count: twins.length, compared });
  const blocks = { from: fromBlock, to: toBlock };
  return [
    fill(range, { found: sentence, hubs, ...blocks, list: texts.twins.list[list] }),
    ...(ignored > 0 ? [fill(texts.twins.ignored, { count: ignored })] : []),
    texts.announced[announced],
  ];
}

/** The twins of a draw; nothing without any. */
export function twinsOf(texts: CheckTexts, { twins: found, site }: VerdictFacts): HTMLElement[] {
  const shown = found?.twins.slice(0, SHOWN_TWINS) ?? [];
  return listOf(shown.map((twin) => twinItem(texts, twin, site.hub)));
}

function twinItem(texts: CheckTexts, twin: Twin, ownHub: string): HTMLElement {
  const { hub, giveaway, externalId, startTime, endTime, round, sharedEntrants, isOfOtherOwner } = twin;
  const item = element('li', '');
  item.append(element('code', '', giveaway), ' ');
  if (externalId !== undefined) item.append(element('bdi', '', JSON.stringify(externalId)), ' ');
  const to = endTime === undefined ? texts.twinWithoutEnd : toTime(endTime);
  item.append(
    fill(texts.twin, { from: toTime(startTime), to, shared: sharedEntrants ?? '?' }),
    ...(round === undefined ? [] : [fill(texts.twinRound, { round: round + 1 })]),
    ...(hub === ownHub ? [] : [fill(texts.twinHub[isOfOtherOwner ? 'other' : 'same'], { hub })]),
  );
  return item;
}

/** Who changed entries, and who can add signers; nothing when the node does not tell. */
export function signersOf(texts: CheckTexts, { signers: found }: VerdictFacts): HTMLElement[] {
  if (found === undefined) return [];
  const { signers, others, owner, isContract, ownerDelay, nextOwner, signerDelay } = found;
  const words = texts.signers;
  const items = signers.map(({ address, changes, activeFrom }) => {
    const item = element('li', '');
    const text = fill(activeFrom === 0 ? words.gone : words.active, { changes, from: toTime(activeFrom) });
    item.append(element('code', '', address), ` ${text}`);
    return item;
  });
  const kind = ownerDelay === undefined ? (isContract ? 'contract' : 'wallet') : 'timelock';
  const sentences = [
    ...(others > 0 ? [fill(words.others, { count: others })] : []),
    fill(words[kind], { owner, delay: ownerDelay ?? 0 }),
    ...(nextOwner === undefined ? [] : [fill(words.next, { owner: nextOwner })]),
    fill(words.delay, { delay: signerDelay }),
  ];
  const details = element('details', 'check-signers');
  details.append(
    element('summary', '', words.title),
    ...listOf(items),
    ...sentences.map((sentence) => element('p', '', sentence)),
  );
  return [details];
}

function listOf(items: readonly HTMLElement[]): HTMLElement[] {
  if (items.length === 0) return [];
  const list = element('ul', 'check-steps');
  list.append(...items);
  return [list];
}

function toTime(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? String(seconds) : time.toISOString();
}
