import { element } from './element.ts';
import { signersOf, twinSentences, twinsOf, withTwins } from './show-others.ts';
import type { CheckTexts } from './texts.ts';
import type { BrowserVerification } from './verify.ts';
import { fill } from './words.ts';

/** The verdict of a verification with what it rests on, and its steps. `note` is what the reader wrote down before the start. */
export function showVerification(
  texts: CheckTexts,
  verification: BrowserVerification,
  note = '',
): HTMLElement[] {
  const { facts, steps } = verification;
  const isVerified = facts.verdict === 'verified';
  const verdict = element('div', isVerified ? 'note' : 'note is-bad');
  verdict.append(
    element('p', `verdict ${isVerified ? 'is-good' : 'is-bad'}`, withTwins(texts, facts)),
    ...sentencesOf(texts, verification).map((sentence) => element('p', '', sentence)),
    ...compareNote(texts, verification, note),
  );
  const list = element('ol', 'check-steps');
  list.lang = 'en';
  for (const { name, found, differs, basis } of steps) {
    const item = element('li', differs === undefined ? 'is-good' : 'is-bad');
    item.append(element('span', 'check-name', name), ` (${texts.basis[basis]}) `, element('code', '', found));
    if (differs !== undefined)
      item.append(' ', element('strong', '', fill(texts.differs, { value: differs })));
    list.append(item);
  }
  const details = element('details', '');
  details.open = !isVerified;
  details.append(element('summary', '', fill(texts.steps, { count: steps.length })), list);
  return [verdict, ...twinsOf(texts, facts), ...signersOf(texts, facts), details];
}

/** The facts of the verdict in words: who won, why it is believed, and what is open. */
function sentencesOf(texts: CheckTexts, verification: BrowserVerification): string[] {
  const { facts, relay, isQuicknet, isFromService } = verification;
  const { verdict, site, block, times } = facts;
  const place = { hub: site.hub, chain: site.chainId, names: facts.differing.join(', ') };
  const holds = verdict === 'verified' || verdict === 'not-bound';
  const won = { ...place, passport: facts.passportId, round: site.round + 1, block: facts.drawnIn };
  return [
    ...(holds ? [fill(texts.winner, won)] : []),
    ...(verdict === 'verified' ? [] : [fill(texts.says[verdict], place)]),
    ...(verdict === 'not-verified' ? [texts.liars[facts.basis], texts.liars.next] : []),
    ...basisOf(texts, verification),
    ...(times && facts.basis === 'proved' ? [fill(texts.times[times.basis], { count: times.sources })] : []),
    ...(isFromService ? [texts.fromService] : []),
    fill(texts.finality[facts.finality], { block: block.number }),
    ...twinSentences(texts, facts),
    (isQuicknet ? texts.beacon : texts.ownBeacon)[relay],
  ];
}

function basisOf(texts: CheckTexts, { facts, steps }: BrowserVerification): string[] {
  const { basis, block } = facts;
  const values = { block: block.number, hash: block.hash, count: block.sources };
  if (basis === 'proved') return [fill(texts.proved, values)];
  const reported = [texts.reportedByNone, texts.reportedByOne][block.sources] ?? texts.reportedByMany;
  const isMissing = steps.some(({ name, differs }) => name === 'block hash' && differs !== undefined);
  return [fill(reported, values), ...(isMissing ? [fill(texts.needsSources, values)] : [])];
}

/** Whether the note of the reader names the chain, the contract and the giveaway that were verified. */
function compareNote(texts: CheckTexts, { facts }: BrowserVerification, note: string): HTMLElement[] {
  const words = note.toLowerCase();
  if (words.trim() === '') return [];
  const { chainId, hub, giveaway } = facts.site;
  const missing = [
    ...(new RegExp(`\\b${chainId}\\b`).test(words) ? [] : [texts.notedParts.chain]),
    ...(words.includes(hub) ? [] : [texts.notedParts.hub]),
    ...(words.includes(giveaway.slice(2)) ? [] : [texts.notedParts.giveaway]),
  ];
  return missing.length === 0
    ? [element('p', 'noted', texts.noted.same)]
    : [element('p', 'noted is-bad', fill(texts.noted.other, { names: missing.join(', ') }))];
}
