import type { FormVisit, Visit } from '../../site/page.ts';

/**
 * The form that a page shows again after an error: its hidden fields keep saying what its reader has seen. Undefined where they say
 * what is stored now: when the page is opened, and after a conflict, which shows it. Also on a page of the release before, without `field`.
 */
export function formShownAgain(
  visit: Visit | FormVisit,
  field: string,
  isConflict: boolean,
): URLSearchParams | undefined {
  return !isConflict && 'form' in visit && visit.form.has(field) ? visit.form : undefined;
}
