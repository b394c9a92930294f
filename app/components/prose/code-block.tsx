import { type ReactNode, useRef } from 'react';
import { ScrollBox } from '../scroll-box.tsx';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  lang?: string;
  file?: string;
  children?: ReactNode;
}

/** Code that is highlighted on the server: each line is a `span.line` that ends with its line break. */
export function CodeBlock({ lang, file, children }: CodeBlockProps) {
  const code = useRef<HTMLElement>(null);
  const name = file ?? lang;
  return (
    <figure className="code">
      <figcaption className="code-head">
        <span className={file ? 'code-file' : undefined}>{name ?? 'Text'}</span>
        <CopyButton readText={() => code.current?.textContent ?? ''} />
      </figcaption>
      <ScrollBox className="code-lines" label={name ? `Code: ${name}` : 'Code'}>
        <pre>
          <code ref={code}>{children}</code>
        </pre>
      </ScrollBox>
    </figure>
  );
}
