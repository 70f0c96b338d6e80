import type { ReportMailTexts } from './en.ts';

export const GERMAN_REPORT_MAILS: ReportMailTexts = {
  receipt: {
    subject: 'Ihre Meldung ist angekommen',
    what: (service, at) =>
      `Jemand hat am ${at} auf ${service} ein Gewinnspiel gemeldet und diese E-Mail-Adresse angegeben.`,
    giveaway: (address) => `Das Gewinnspiel: ${address}`,
    next: 'Der Betreiber entscheidet über die Meldung. Sie erhalten die Entscheidung per E-Mail.',
    stranger: 'Wenn Sie es nicht waren, ignorieren Sie diese Nachricht.',
  },
  decision: {
    subject: 'Die Entscheidung über Ihre Meldung',
    decided: (at) => `Der Betreiber hat am ${at} entschieden:`,
    hidden: 'Das Gewinnspiel wurde vor der Öffentlichkeit verborgen.',
    dismissed: 'Das Gewinnspiel bleibt, wie es ist.',
    objection: (until) => `Auf dieser Seite können Sie bis zum ${until} einmal widersprechen.`,
  },
  statement: {
    subject: 'Ihr Gewinnspiel wurde vor der Öffentlichkeit verborgen',
    what: (service, at, title, id) =>
      `Der Betreiber von ${service} hat am ${at} Ihr Gewinnspiel verborgen: ${title} (${id}).`,
    effect: 'Die Öffentlichkeit sieht es nirgends in diesem Dienst, bis der Betreiber es wieder zeigt.',
    reported:
      'Der Betreiber hat über die Meldung eines Besuchers entschieden. Dieser Dienst hat nichts automatisch entschieden.',
    unreported:
      'Der Betreiber hat ohne eine Meldung entschieden. Dieser Dienst hat nichts automatisch entschieden.',
    objection: (until, address) =>
      `In Ihrem Konto können Sie bis zum ${until} einmal widersprechen: ${address}`,
  },
  result: {
    subject: 'Die Entscheidung über Ihren Widerspruch',
    what: (address, at) =>
      `Sie haben einer Entscheidung über ein Gewinnspiel widersprochen: ${address}. Der Betreiber hat am ${at} entschieden:`,
    upheldForReporter: 'Ihrem Widerspruch wurde stattgegeben. Das Gewinnspiel wurde verborgen.',
    upheldForPublisher:
      'Ihrem Widerspruch wurde stattgegeben. Das Gewinnspiel ist durch diese Entscheidung nicht mehr verborgen.',
    rejected: 'Ihr Widerspruch wurde abgelehnt. Die Entscheidung gilt weiter.',
  },
  reversal: {
    subject: 'Die Entscheidung über Ihre Meldung wurde aufgehoben',
    upheld: (at) => `Der Betreiber hat am ${at} einem Widerspruch des Veranstalters stattgegeben:`,
    what: 'Die Entscheidung, die das Gewinnspiel verborgen hat, gilt nicht mehr.',
  },
  reported: (at, address) =>
    `Jemand mit dieser E-Mail-Adresse hat am ${at} ein Gewinnspiel gemeldet: ${address}.`,
  reason: (text) => `Die Begründung: ${text}`,
  status: 'Diese Seite zeigt den Stand der Meldung. Wer ihre Adresse hat, sieht ihn auch:',
  statusElsewhere: 'Die Seite, die Sie beim Melden erhalten haben, zeigt den Stand der Meldung.',
  elsewhere:
    'Sie können sich auch an eine zertifizierte Stelle zur außergerichtlichen Streitbeilegung (Verordnung (EU) 2022/2065, Artikel 21) oder an ein Gericht wenden.',
};
