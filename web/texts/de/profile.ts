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
  saveAnyway: 'Trotzdem speichern',
  changed: 'Das Profil wurde inzwischen geändert, und nichts wurde gespeichert. Es ist jetzt:',
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
  changed: 'Die Domain wurde inzwischen geändert, und nichts wurde getan. So ist sie jetzt.',
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
  failingSince: 'Keine Prüfung findet den Text mehr seit',
  lostSoon:
    'Nach drei Tagen ohne den Text oder 30 Tagen ohne Antwort gilt die Domain nicht mehr als nachgewiesen.',
  done: {
    claimed: 'Die Domain ist beansprucht.',
    checked: 'Die Domain wurde geprüft.',
    removed: 'Die Domain ist entfernt.',
  },
};

export const followed: Texts['followed'] = {
  title: 'Abonnierte Filter',
  what: 'Ein Server von Ihnen bekommt eine signierte Nachricht zu jedem Eintrag, der neu zu einem Filter passt.',
  follow: 'Filter abonnieren',
  followThis: 'Diesen Filter per Webhook abonnieren',
  none: 'Sie haben keinen Filter abonniert.',
  filter: 'Filter',
  url: 'Adresse, die die Nachrichten bekommt',
  urlHint: 'Eine öffentliche https-Adresse, die binnen zehn Sekunden mit 2xx antwortet.',
  since: 'Seit',
  gone: 'Hat mit 410 geantwortet:',
  enable: 'Einschalten',
  remove: 'Entfernen',
  done: {
    removed: 'Der Filter ist nicht mehr abonniert. Nicht gesendete Nachrichten sind verworfen.',
    enabled: 'Von jetzt an werden wieder Nachrichten gesendet.',
  },
  formWhat: 'Leere Felder schließen nichts aus. Sie können bis zu fünf Filter abonnieren.',
  search: 'Suche',
  searchHint: 'Wörter, die alle vorkommen müssen. Tippfehler werden nicht berichtigt.',
  platforms: 'Plattformen',
  providers: 'Anbieter',
  linesHint: 'Jeweils eine Zeile; jede davon passt.',
  verified: 'Nur verifizierte Einträge',
  endsAfter: 'Endet nach',
  endsBefore: 'Endet vor',
  includeEnded: 'Auch beendete Einträge',
  yes: 'ja',
  no: 'nein',
  all: 'Alle Einträge',
  yourSecret: 'Das Geheimnis Ihrer Nachrichten',
  shownOnce:
    'Kopieren Sie das Geheimnis jetzt: Ihr Server prüft damit die Nachrichten, und es wird nicht noch einmal gezeigt.',
  stored: 'Ich habe das Geheimnis gespeichert',
};

export const drafts: Texts['drafts'] = {
  title: 'Entwürfe',
  what: (most, days) =>
    `Was Sie für Einträge eingegeben und noch nicht veröffentlicht haben. Nur Sie sehen es. Platz ist für ${most} Entwürfe; einer, den Sie nicht erneut speichern, wird nach ${days} Tagen gelöscht.`,
  none: 'Es gibt keine Entwürfe.',
  untitled: 'Ohne Titel',
  kind: 'Für',
  kinds: { new: 'Neuer Eintrag', change: 'Änderung eines Eintrags' },
  savedAt: 'Gespeichert',
  resume: 'Fortsetzen',
  discard: 'Verwerfen',
  discardThis: 'Entwurf verwerfen',
  save: 'Als Entwurf speichern',
  done: {
    saved: 'Der Entwurf ist gespeichert.',
    deleted: 'Der Entwurf ist verworfen.',
    gone: 'Diesen Entwurf gibt es nicht mehr: Er wurde veröffentlicht oder verworfen.',
  },
  confirm: {
    title: 'Diesen Entwurf verwerfen?',
    what: 'Ihre Eingaben darin gehen verloren. Ein veröffentlichter Eintrag bleibt, wie er ist.',
    changed:
      'Der Entwurf wurde inzwischen gespeichert. Sehen Sie ihn noch einmal an, bevor Sie ihn verwerfen.',
  },
  from: 'Das ist Ihr Entwurf, gespeichert',
  exists: 'Sie haben einen Entwurf einer Änderung dieses Eintrags, gespeichert',
  trouble: {
    DRAFT_CHANGED:
      'Nicht gespeichert: Dieser Entwurf wurde inzwischen anderswo gespeichert, etwa in einem anderen Tab. Was Sie hier sehen, lässt sich als weiterer Entwurf speichern.',
    DRAFT_GONE:
      'Nicht gespeichert: Dieser Entwurf wurde inzwischen veröffentlicht oder verworfen. Was Sie hier sehen, lässt sich als weiterer Entwurf speichern.',
  },
  meanwhile: {
    DRAFT_CHANGED:
      'Dieser Entwurf wurde inzwischen anderswo gespeichert, etwa in einem anderen Tab. Was Sie hier sehen, bleibt, und lässt sich als weiterer Entwurf speichern.',
    DRAFT_GONE:
      'Dieser Entwurf wurde inzwischen veröffentlicht oder verworfen, etwa in einem anderen Tab. Was Sie hier sehen, bleibt, und lässt sich als weiterer Entwurf speichern.',
  },
  open: 'Gespeicherten Entwurf öffnen',
  saveOther: 'Als weiteren Entwurf speichern',
  auto: {
    saved: 'Als Entwurf gespeichert um',
    without: 'ohne die gewählte Datei: „Als Entwurf speichern“ sendet auch sie',
    failed:
      'Noch nicht als Entwurf gespeichert: Der Dienst hat ihn nicht angenommen. Es wird wieder versucht.',
    refused: 'Nicht als Entwurf gespeichert:',
    ended:
      'Nicht als Entwurf gespeichert: Sie sind nicht mehr mit diesem Konto angemeldet. Melden Sie sich in einem anderen Tab an, dann machen Sie hier weiter.',
  },
  otherAccount: {
    title: 'Sie sind mit einem anderen Konto angemeldet',
    what: 'Es wurde nichts geändert, und diese Seite behält Ihre Eingaben: Ein anderes Konto hat das Formular geöffnet. Melden Sie sich in einem neuen Tab ab und dort mit jenem Konto an, dann senden Sie das Formular hier noch einmal.',
    signIn: 'Konto in einem neuen Tab öffnen',
  },
};

export const members: Texts['members'] = {
  title: 'Personen',
  what: 'Wer für diesen Veranstalter handeln darf. Ein Redakteur veröffentlicht und ändert Einträge, ein Administrator auch das Profil, die Domain und die Personen.',
  heads: { email: 'E-Mail-Adresse', role: 'Rolle', since: 'Seit', actions: 'Aktionen' },
  roles: { OWNER: 'Inhaber', ADMIN: 'Administrator', EDITOR: 'Redakteur' },
  mayNot:
    'Ein Redakteur ändert das nicht: Bitten Sie den Inhaber des Veranstalters oder einen Administrator.',
  roleHint: 'Sie können sie später ändern.',
  you: 'Sie',
  invited: 'eingeladen',
  make: { ADMIN: 'Zum Administrator machen', EDITOR: 'Zum Redakteur machen' },
  remove: 'Entfernen',
  removeWhat: 'Die Person handelt ab sofort nicht mehr für Sie. Entwürfe, die sie hier hat, werden gelöscht.',
  cancel: 'Einladung zurücknehmen',
  cancelWhat: 'Niemand kann sie mehr annehmen.',
  invite: 'Jemanden einladen',
  inviteWhat:
    'Die Person bekommt eine E-Mail, meldet sich hier mit dieser Adresse an und nimmt innerhalb von 14 Tagen an. Ihre Anmeldung braucht dafür niemand.',
  inviteWithoutMail:
    'Dieser Dienst versendet keine E-Mails: Bitten Sie die Person, sich hier mit dieser Adresse anzumelden und auf dieser Seite innerhalb von 14 Tagen anzunehmen.',
  others: 'Andere Veranstalter',
  invitedAs: {
    OWNER: 'eingeladen von',
    ADMIN: 'als Administrator eingeladen von',
    EDITOR: 'als Redakteur eingeladen von',
  },
  accept: 'Annehmen',
  decline: 'Ablehnen',
  actFor: 'Für diesen Veranstalter handeln',
  leave: 'Verlassen',
  leaveWhat: 'Sie handeln nicht mehr für diesen Veranstalter. Entwürfe, die Sie dort haben, werden gelöscht.',
  acting: 'Sie handeln für',
  toOwn: 'Zurück zum eigenen Veranstalter',
  done: {
    invited: 'Die Einladung ist verschickt, oder die Person gehört schon dazu.',
    changed: 'Die Rolle ist geändert.',
    removed: 'Die Person ist entfernt.',
    accepted: 'Sie können ab jetzt für den Veranstalter handeln.',
    left: 'Sie gehören nicht mehr zu dem Veranstalter.',
  },
};
