import { ColorsForm } from '../colors/colors-form.tsx';
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
  const change = {
    readText: () => editor.current?.read() ?? text,
    onChange: (changed: string) => editor.current?.replace(changed),
  };
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
  if (entry.kind === 'theme')
    return (
      <ColorsForm
        text={text}
        isReady={isReady}
        readText={change.readText}
        onChange={(changed, line) => {
          change.onChange(changed);
          if (line !== undefined) editor.current?.showLine(line);
        }}
      />
    );
  if (!isPage) return null;
  if (view === 'settings') return <SettingsForm fields={preview?.fields} {...change} />;
  return (
    <PreviewPane
      article={preview?.article}
      fault={previewFault}
      editor={isReady ? editor.current : undefined}
    />
  );
}
