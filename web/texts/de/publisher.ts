import type { Texts } from '../en.ts';

export const publisher: Texts['publisher'] = {
  title: 'Gewinnspiele eines Veranstalters',
  description: 'Alle Gewinnspiele dieses Veranstalters, auch beendete.',
  since: 'veröffentlicht seit',
  domain: 'Nachgewiesene Domain',
  provenSince: 'nachgewiesen seit',
  listingCount: (count, text) =>
    count === 1 ? '1 veröffentlichtes Gewinnspiel' : `${text} veröffentlichte Gewinnspiele, auch beendete`,
  ownWords: 'Der Veranstalter hat seinen Namen, diesen Text und die Links selbst geschrieben.',
  links: 'Links des Veranstalters',
  by: 'Veröffentlicht von',
  none: 'Dieser Veranstalter hat im Moment kein veröffentlichtes Gewinnspiel.',
};
