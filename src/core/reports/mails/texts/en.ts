/** The texts of mails about reports. English is the original; the other languages have the type of it. */
export const ENGLISH_REPORT_MAILS = {
  receipt: {
    subject: 'Your report has arrived',
    what: (service: string, at: string) =>
      `Somebody has reported a giveaway on ${service} at ${at}, and left this e-mail address.`,
    giveaway: (address: string) => `The giveaway: ${address}`,
    next: 'The operator decides on the report. You get the decision by e-mail.',
    stranger: 'If it was not you, ignore this message.',
  },
  decision: {
    subject: 'The decision on your report',
    decided: (at: string) => `At ${at} the operator has decided:`,
    hidden: 'The giveaway was hidden from the public.',
    dismissed: 'The giveaway stays as it is.',
    objection: (until: string) => `You can object at that page, once, until ${until}.`,
  },
  statement: {
    subject: 'Your giveaway was hidden from the public',
    what: (service: string, at: string, title: string, id: string) =>
      `The operator of ${service} has hidden your giveaway at ${at}: ${title} (${id}).`,
    effect: 'The public sees it nowhere in this service, until the operator shows it again.',
    reported:
      'The operator decided on a report by a visitor. This service has decided nothing automatically.',
    unreported: 'The operator decided without a report. This service has decided nothing automatically.',
    objection: (until: string, address: string) =>
      `You can object in your account, once, until ${until}: ${address}`,
  },
  result: {
    subject: 'The decision on your objection',
    what: (address: string, at: string) =>
      `You have objected to a decision on a giveaway: ${address}. At ${at} the operator has decided:`,
    upheldForReporter: 'Your objection was upheld. The giveaway was hidden.',
    upheldForPublisher: 'Your objection was upheld. The giveaway is no longer hidden by that decision.',
    rejected: 'Your objection was rejected. The decision stands.',
  },
  reversal: {
    subject: 'The decision on your report was reversed',
    upheld: (at: string) => `At ${at} the operator has upheld an objection of the publisher:`,
    what: 'The decision that has hidden the giveaway no longer holds.',
  },
  reported: (at: string, address: string) =>
    `At ${at} somebody with this e-mail address has reported a giveaway: ${address}.`,
  reason: (text: string) => `The reason: ${text}`,
  status: 'This page shows the state of the report. Whoever has its address sees it too:',
  statusElsewhere: 'The page that you got on reporting shows the state of the report.',
  elsewhere:
    'You can also turn to a certified out-of-court dispute settlement body (Regulation (EU) 2022/2065, Article 21), or to a court.',
};

export type ReportMailTexts = typeof ENGLISH_REPORT_MAILS;
