import { presentErrorTable } from './present-error-table.ts';

const INTRODUCTION = `# Errors

Each error has a code, and often a more specific reason. Both are stable: use them in programs, and show the message to people. An error
is _retryable_ when the identical request with the identical \`Idempotency-Key\` may succeed without any change; wait for
the time in \`Retry-After\` if there is one. The status is that of the REST endpoints; GraphQL has code and reason in
\`extensions\`. \`GET /api/provider/integrations/errors\` returns this table as JSON.
`;

/** The error table as a Markdown page. */
export function createErrorsPage(): string {
  const sections = presentErrorTable().map(({ code, status, retryable, recommendedAction, reasons }) => {
    const list = reasons.map((each) => {
      const differs = each.status !== status || each.retryable !== retryable;
      const response = differs ? ` (${toResponse(each)})` : '';
      const advice = each.recommendedAction === recommendedAction ? '' : ` ${each.recommendedAction}`;
      return `- \`${each.reason}\`${response}: ${each.message}${advice}`;
    });
    const head = `## ${code}\n\nStatus ${toResponse({ status, retryable })}. ${recommendedAction}\n`;
    return list.length === 0 ? head : `${head}\n${list.join('\n')}\n`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

function toResponse({ status, retryable }: { readonly status: number; readonly retryable: boolean }): string {
  return `${status}, ${retryable ? 'retryable' : 'not retryable'}`;
}
