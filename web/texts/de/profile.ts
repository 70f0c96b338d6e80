import type { Texts } from '../en.ts';

export const profile: Texts['profile'] = {
  what: 'Was Besucher von Ihnen als Veranstalter sehen, auf Ihrer Seite und bei Ihren Einträgen.',
  name: 'Öffentlicher Name',
  nameHint:
    'Bis zu 60 Zeichen. Ohne Namen steht bei den Einträgen, dass ein Konto dieses Dienstes sie veröffentlicht hat.',
  text: 'Über Sie',
  textHint: 'Bis zu 500 Zeichen einfacher Text.',
  links: 'Links',
  linksHint: 'Bis zu fünf Adressen, die mit https:// beginnen, jede auf einer eigenen Zeile.',
  save: 'Profil speichern',
  saved: 'Das Profil ist gespeichert. Nach wenigen Sekunden sehen es alle.',
  yourPage: 'Ihre öffentliche Seite',
};

export const domain: Texts['domain'] = {
  title: 'Nachgewiesene Domain',
  what: 'Weisen Sie nach, dass eine Domain Ihnen gehört. Ihre Seite und Ihre Einträge nennen sie dann, und Einträge, die auf eine andere Website führen, sind gekennzeichnet.',
  none: 'Keine Domain ist nachgewiesen.',
  prove: 'Eine Domain nachweisen',
  toDomain: 'Domain anzeigen',
  off: 'Dieser Dienst prüft zurzeit keine Domains: Der Betreiber hat die Prüfungen abgeschaltet.',
  name: 'Domain',
  hint: 'Ein Name wie example.org, ohne https:// und ohne Pfad.',
  claim: 'Diese Domain beanspruchen',
  another: 'Stattdessen eine andere Domain',
  states: {
    PENDING:
      'Die Domain ist noch nicht nachgewiesen: Veröffentlichen Sie den Text unten, und lassen Sie sie prüfen.',
    PROVEN: 'Die Domain ist nachgewiesen. Lassen Sie den Text, wo er ist: Er wird täglich geprüft.',
    FAILED: 'Die Domain ist nicht nachgewiesen: Die letzte Prüfung hat den Text nicht gefunden.',
  },
  checked: 'zuletzt gefunden',
  how: 'Der Text, der sie nachweist',
  copy: 'Text kopieren',
  inRecord: 'Entweder als TXT-Eintrag im DNS, mit dem Namen',
  inFile: 'oder in einer Datei der Website, unter',
  check: 'Jetzt prüfen',
  remove: 'Domain entfernen',
  foundAt: 'Gefunden bei der Prüfung vom',
  dns: 'TXT-Eintrag',
  file: 'Datei',
  results: {
    NOT_FOUND: 'dort ist nichts',
    OTHER_TEXT: 'dort steht ein anderer Text',
    REDIRECTED: 'die Website leitet weiter, und dem wird nicht gefolgt',
    PRIVATE_ADDRESS: 'die Website hat keine öffentliche Adresse',
    NO_ANSWER: 'es kam keine Antwort',
  },
  failingSince: 'Der Text fehlt seit',
  lostSoon:
    'Nach drei Tagen ohne den Text oder 30 Tagen ohne Antwort gilt die Domain nicht mehr als nachgewiesen.',
  done: {
    claimed: 'Die Domain ist beansprucht.',
    checked: 'Die Domain wurde geprüft.',
    removed: 'Die Domain ist entfernt.',
  },
};
