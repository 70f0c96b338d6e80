import type { Texts } from '../en.ts';

export const listing: Texts['listing'] = {
  verified: 'Geprüft',
  verifiedTitle: 'Der Betreiber dieses Dienstes hat dieses Gewinnspiel geprüft.',
  noEnd: 'Ohne Enddatum',
  ended: 'Beendet',
  ends: 'Endet',
  worth: 'Wert',
  platform: 'Plattform',
  provider: 'Anbieter',
  updated: 'Geändert',
  published: 'Veröffentlicht',
  about: 'Über dieses Gewinnspiel',
  howToEnter: 'So nehmen Sie teil',
  enter: 'Zur Teilnahmeseite',
  leaves: (host) => `Öffnet ${host}, das nicht zu diesem Dienst gehört.`,
  noLink: 'Die Adresse der Teilnahmeseite ist keine, die ein Browser sicher öffnet:',
  publisher: 'Veröffentlicht von',
  publisherKinds: { ACCOUNT: 'Ein Konto dieses Dienstes', SERVICE_CLIENT: 'Ein registrierter Dienst' },
  morePublished: 'Mehr von diesem Veröffentlicher',
  facts: 'Eckdaten',
};
