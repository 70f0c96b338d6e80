import type { Migrator } from '../../adapters/postgres/migrate/migrator.ts';
import { adviseConfig } from '../../config/advise.ts';
import type { FoundLegalTexts } from '../../adapters/web/legal-texts.ts';
import type { Config } from '../../config/config.ts';
import type { Installation } from '../../core/status/installation.ts';
import { readVersion } from '../../runtime/version.ts';

/** What this instance knows of itself. */
export function openInstallation(
  config: Config,
  legal: FoundLegalTexts,
  migrator: Pick<Migrator, 'state'>,
): Installation {
  return {
    version: readVersion(),
    publicUrl: config.PUBLIC_URL,
    advice: adviseConfig(config, legal),
    async migrations() {
      const { pending, unknown } = await migrator.state();
      return { pending, later: unknown.map(({ name }) => name) };
    },
  };
}
