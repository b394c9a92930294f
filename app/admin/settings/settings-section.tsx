import { Fragment } from 'react';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { AdminProblem } from '../admin-problem.tsx';
import { useAnswer } from '../use-answer.ts';
import styles from './settings.css?url';
import type { SettingEntry, SettingFault, SettingsAnswer } from './settings-data.ts';

/** `/admin/settings`: what site.config.ts sets, and what the next start will make of it. */
export function SettingsSection() {
  const { answer, fault, again } = useAnswer<SettingsAnswer>('/settings');
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="admin" />
      {fault && <AdminProblem fault={fault} again={again} />}
      {!answer && !fault && <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />}
      {answer && !fault && <Settings answer={answer} onRead={again} />}
    </>
  );
}

function Settings({ answer, onRead }: { answer: SettingsAnswer; onRead(): void }) {
  const { settings, file } = answer;
  const changed = settings.filter(({ next }) => next !== undefined);
  return (
    <div className="settings">
      <p>
        <code>site.config.ts</code> is read when the site starts. It is changed with an editor on the server,
        or with a deployment; here it is shown.
      </p>
      <div role="status">
        {file.faults.length > 0 ? <Faults faults={file.faults} /> : <Changes changed={changed} />}
      </div>
      <p className="settings-tools">
        <button type="button" className="choice" onClick={onRead}>
          Read the file again
        </button>
      </p>
      <section aria-labelledby="settings-in-force">
        <h2 className="section-title" id="settings-in-force">
          In force
        </h2>
        {[...Map.groupBy(settings, groupOf)].map(([group, entries]) => (
          <Fragment key={group}>
            <h3>{group}</h3>
            <dl className="settings-list">
              {entries.map((setting) => (
                <Setting key={setting.name} {...setting} />
              ))}
            </dl>
          </Fragment>
        ))}
      </section>
      {file.text !== null && <Source text={file.text} faults={file.faults} />}
      <section aria-labelledby="settings-elsewhere">
        <h2 className="section-title" id="settings-elsewhere">
          Set elsewhere
        </h2>
        <ul className="settings-elsewhere">
          <li>
            Menus of folders, redirects and colors are files of the content, and change when they are saved:{' '}
            <a href="/admin/write">Write</a>.
          </li>
          <li>Light or dark is the choice of each visitor, at the top of the page.</li>
          <li>
            Port, folders, database and keys are in the environment:{' '}
            <a href="/posts/guide/settings">Settings</a> in the guide has the list. Their values are not shown
            here.
          </li>
        </ul>
      </section>
    </div>
  );
}

const groups: Record<string, string> = { signIn: 'Signing in', pageViews: 'Page views', robots: 'Crawlers' };

function groupOf({ name }: SettingEntry): string {
  return groups[name.split('.')[0] ?? ''] ?? 'The site';
}

function Faults({ faults }: { faults: SettingFault[] }) {
  return (
    <div className="notice notice-fault">
      <p>The next start would refuse this file. The site goes on with the settings below until then.</p>
      <ul>
        {faults.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line !== undefined && <a href={`#settings-line-${line}`}>Line {line}</a>}
            {line !== undefined && ': '}
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Changes({ changed }: { changed: SettingEntry[] }) {
  if (changed.length === 0) return <p className="hint">The file says what is in force.</p>;
  return (
    <div className="notice">
      <p>
        {changed.length === 1 ? 'One setting changes' : `${changed.length} settings change`} with the next
        start:
      </p>
      <ul>
        {changed.map(({ name, title, now, next }) => (
          <li key={name}>
            {title}: {now === next ? 'other values' : `‘${now}’ now, ‘${next}’`} after a restart
          </li>
        ))}
      </ul>
    </div>
  );
}

function Setting({ name, title, meaning, now, next }: SettingEntry) {
  return (
    <div data-changes={next !== undefined || undefined}>
      <dt>
        {title} <code className="label">{name}</code>
      </dt>
      <dd className="settings-value">{now}</dd>
      {next !== undefined && (
        <dd className="settings-next">Changes with the next start{next === now ? '' : <>: {next}</>}</dd>
      )}
      <dd className="hint">{meaning}</dd>
    </div>
  );
}

function Source({ text, faults }: { text: string; faults: SettingFault[] }) {
  const faulty = new Set(faults.map(({ line }) => line));
  return (
    <section aria-labelledby="settings-file">
      <h2 className="section-title" id="settings-file">
        The file
      </h2>
      <p className="hint">
        As it is on disk. Addresses of owners, ignored addresses and what looks like a key are hidden.
      </p>
      <div className="settings-source">
        <ScrollBox label="site.config.ts">
          <pre>
            <code>
              {text
                .replace(/\r?\n$/, '')
                .split(/\r?\n/)
                .map((line, index) => (
                  <span
                    // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number.
                    key={index}
                    id={`settings-line-${index + 1}`}
                    data-faulty={faulty.has(index + 1) || undefined}
                  >
                    {line}
                    {'\n'}
                  </span>
                ))}
            </code>
          </pre>
        </ScrollBox>
      </div>
    </section>
  );
}
