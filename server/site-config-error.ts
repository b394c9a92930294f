import { StartUpError } from './start-up-error.ts';

/** A setting of site.config.ts that a start refuses. */
export class SiteConfigError extends StartUpError {
  override name = 'SiteConfigError';
  /** The path to it, e.g. `pageViews.timeZone`. */
  readonly setting: string;

  /** `fault` completes the sentence that begins with the setting. */
  constructor(setting: string, fault: string, options?: ErrorOptions) {
    super(`${setting} in site.config.ts${fault}`, options);
    this.setting = setting;
  }
}
