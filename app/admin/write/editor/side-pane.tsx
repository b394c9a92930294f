import { lazy, Suspense } from 'react';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { PreviewPane } from '../panels/preview-pane.tsx';
import { changeSettings } from './change-settings.ts';
import type { Writing } from './use-writing.ts';
import type { View } from './view-choice.tsx';

const ColorsForm = lazy(async () => ({ default: (await import('../colors/colors-form.tsx')).ColorsForm }));
const HistoryPanel = lazy(async () => ({
  default: (await import('../panels/history-panel.tsx')).HistoryPanel,
}));
const SettingsForm = lazy(async () => ({
  default: (await import('../panels/settings-form.tsx')).SettingsForm,
}));

interface SidePaneProps {
  view: View;
  writing: Writing;
  onView(view: View): void;
}

/** Beside the text, or in its place on a narrow screen. */
export function SidePane(props: SidePaneProps) {
  return (
    <Suspense fallback={<SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />}>
      <ChosenPane {...props} />
    </Suspense>
  );
}

function ChosenPane({ view, writing, onView }: SidePaneProps) {
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
  if (entry.kind === 'theme')
    return (
      <ColorsForm
        text={text}
        isReady={isReady}
        readText={() => editor.current?.read() ?? text}
        onChange={(changed, line) => {
          editor.current?.replace(changed);
          if (line !== undefined) editor.current?.showLine(line);
        }}
      />
    );
  if (!isPage) return null;
  if (view === 'settings')
    return (
      <SettingsForm
        fields={isReady ? preview?.fields : undefined}
        onChange={async (changes) => editor.current && changeSettings(editor.current, changes)}
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
