import { HistoryPanel } from '../panels/history-panel.tsx';
import { PreviewPane } from '../panels/preview-pane.tsx';
import { SettingsForm } from '../panels/settings-form.tsx';
import type { Writing } from './use-writing.ts';
import type { View } from './view-choice.tsx';

interface SidePaneProps {
  view: View;
  writing: Writing;
  onView(view: View): void;
}

/** Beside the text, or in its place on a narrow screen. */
export function SidePane({ view, writing, onView }: SidePaneProps) {
  const { entry, text, editor, preview, previewFault, isPage, isReady } = writing;
  if (view === 'history')
    return (
      <HistoryPanel
        file={entry.file}
        text={text}
        onClose={() => onView('text')}
        onPut={(version) => {
          editor.current?.replace(version);
          onView('text');
        }}
      />
    );
  if (!isPage) return null;
  if (view === 'settings')
    return (
      <SettingsForm
        fields={preview?.fields}
        readText={() => editor.current?.read() ?? text}
        onChange={(changed) => editor.current?.replace(changed)}
      />
    );
  return (
    <PreviewPane
      article={preview?.article}
      fault={previewFault}
      editor={isReady ? editor.current : undefined}
    />
  );
}
