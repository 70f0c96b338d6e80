import type { PageQueryError } from '../../../src/adapters/ports/site.ts';

/**
 * The action that a form names in its field `do`; undefined when it names none of these, or several. Each form of this site
 * names one: a form that was made elsewhere must not be taken for one of them.
 */
export function actionOf<Action extends string>(
  form: URLSearchParams,
  actions: readonly Action[],
): Action | undefined {
  const [named, ...others] = form.getAll('do');
  return others.length > 0 ? undefined : actions.find((action) => action === named);
}

/** The error of a form that names no action of these. */
export function noAction(actions: readonly string[]): PageQueryError {
  const message = `The field “do” of the form must name one of these values, once: ${actions.join(', ')}.`;
  return { message, code: 'INVALID_PAYLOAD', reason: undefined, retryAfterSeconds: undefined, fields: [] };
}
