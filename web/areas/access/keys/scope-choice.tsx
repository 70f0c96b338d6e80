import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { FieldError } from '../../../parts/forms/errors.tsx';
import { useSite } from '../../../site/context.ts';

/** All scopes, first those that need no provider. */
const SCOPES = [
  'giveaways:publish',
  'provider:giveaways',
  'provider:entries',
  'provider:passports',
  'provider:contacts',
] as const;

interface ScopeChoiceProps {
  /** Whether the key has a provider, or can have one. */
  readonly hasProvider: boolean;
  readonly chosen: readonly string[];
  readonly errors: readonly PageQueryError[];
}

/** The scopes of a key, each with what it permits. */
export function ScopeChoice({ hasProvider, chosen, errors }: ScopeChoiceProps) {
  const { t } = useSite();
  const offered = hasProvider ? SCOPES : SCOPES.slice(0, 1);
  return (
    <fieldset
      id="scopes"
      tabIndex={-1}
      className="choices"
      aria-describedby={errors.length > 0 ? 'scopes-error' : undefined}
    >
      <legend>{t.access.scopes}</legend>
      {offered.map((scope) => (
        <label key={scope}>
          <input type="checkbox" name="scopes" value={scope} defaultChecked={chosen.includes(scope)} />
          <span>
            <code>{scope}</code> {t.access.scopeTexts[scope]}
          </span>
        </label>
      ))}
      <FieldError name="scopes" errors={errors} />
    </fieldset>
  );
}
