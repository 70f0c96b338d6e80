import { registerEnumType } from 'type-graphql';
import { REPORT_DECISIONS, REPORT_REASONS, REPORT_STATES } from '../../../core/reports/listing-report.ts';
import { toEnum } from '../leaf-types/to-enum.ts';

export const ReportReasonEnum = toEnum(REPORT_REASONS);
registerEnumType(ReportReasonEnum, {
  name: 'ReportReason',
  description: 'Why a visitor reports a listing.',
  valuesConfig: {
    SCAM: { description: 'It asks for money or passwords, or nobody gets the prize.' },
    NOT_A_GIVEAWAY: { description: 'It gives nothing away, such as an advertisement.' },
    ILLEGAL: { description: 'It is against the law.' },
    IMPERSONATION: { description: 'It pretends to be of somebody else.' },
    PERSONAL_DATA: { description: 'It shows personal data, or collects it without need.' },
    OTHER: { description: 'Something else, which the text says.' },
  },
});

export const ReportDecisionEnum = toEnum(REPORT_DECISIONS);
registerEnumType(ReportDecisionEnum, {
  name: 'ReportDecision',
  description: 'What the operator decides on a report.',
  valuesConfig: {
    HIDE: { description: 'The listing is hidden from the public.' },
    DISMISS: { description: 'The listing stays as it is.' },
  },
});

export const ReportStateEnum = toEnum(REPORT_STATES);
registerEnumType(ReportStateEnum, {
  name: 'ReportState',
  description: 'Whether the operator has decided on a report.',
  valuesConfig: {
    OPEN: { description: 'It waits for a decision.' },
    DECIDED: { description: 'It has a decision.' },
  },
});
