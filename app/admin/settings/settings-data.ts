/** GET /settings */
export interface SettingsAnswer {
  settings: SettingEntry[];
  file: {
    /** As it is on disk now, without what is private. Null: it cannot be read. */
    text: string | null;
    /** For these the next start would refuse it. */
    faults: SettingFault[];
  };
}

export interface SettingEntry {
  /** As in the file: `pageViews.timeZone`. */
  name: string;
  title: string;
  meaning: string;
  /** In force. Of a private setting only how many there are. */
  now: string;
  /** What the file says, where that is another value. */
  next?: string;
}

export interface SettingFault {
  line?: number;
  message: string;
}
