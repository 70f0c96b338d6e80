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

export const tables: Texts['tables'] = {
  apply: 'Anzeigen',
  filters: 'Filter',
  remove: 'Entfernen',
  order: 'Reihenfolge',
  any: 'Alle',
  all: 'Alle anzeigen',
  export: 'Exportieren:',
  count: (count) => `Insgesamt ${count}.`,
  words: (words) => `Enthält „${words}“`,
  none: 'Nichts passt zu diesen Filtern.',
  noneAdvice: 'Entfernen Sie einen davon:',
  noneYet: 'Bisher passt nichts zu diesen Filtern.',
  noneYetAdvice:
    'Es wurde nur ein Teil Ihrer Einträge angesehen. Suchen Sie auf der nächsten Seite weiter, oder entfernen Sie einen Filter:',
  listings: {
    search: 'Wörter, oder der Anfang Ihrer ID',
    source: 'Herkunft',
    legacy: 'Alter Endpunkt',
    ownNamespace: 'Heutige Schnittstelle',
    ofPlatform: (platform) => `Plattform „${platform}“`,
    noEnd: 'Keines',
    states: { LIVE: 'Veröffentlicht', ENDED: 'Beendet', HIDDEN: 'Verborgen', WITHDRAWN: 'Zurückgezogen' },
    orders: {
      RECENTLY_UPDATED: 'Zuletzt geändert',
      LEAST_RECENTLY_UPDATED: 'Lange unverändert',
      NEWEST: 'Neueste zuerst',
      OLDEST: 'Älteste zuerst',
      ENDING_SOON: 'Frühestes Ende zuerst',
      ENDING_LAST: 'Spätestes Ende zuerst',
    },
  },
  keys: {
    search: 'Ein Teil des Namens, oder der Anfang des Schlüssels',
    states: {
      ACTIVE: 'Gültig',
      EXPIRING: 'Läuft in einer Woche ab',
      EXPIRED: 'Abgelaufen',
      REVOKED: 'Gesperrt',
    },
    orders: {
      NEWEST: 'Neueste zuerst',
      OLDEST: 'Älteste zuerst',
      NAME: 'Nach Namen',
      LAST_USED: 'Zuletzt verwendet',
      EXPIRING_SOON: 'Frühestes Ende zuerst',
    },
  },
};
