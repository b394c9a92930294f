import type { StricterConfig } from './auth-config.ts';
import type { TomlSection } from './toml-section.ts';

/** `[porchlight.auth]`: rules that are stricter than Supabase's. All are off by default. */
export function readStricter(section: TomlSection): StricterConfig {
  return {
    hideAccounts: section.boolean('hide_accounts', false),
    refuseCommonPasswords: section.boolean('refuse_common_passwords', false),
    sameBrowserOnly: section.boolean('same_browser_only', false),
    applicationsUseData: section.boolean('applications_use_data', false),
  };
}
