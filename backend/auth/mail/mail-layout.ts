import type { MailCopy } from './default-mails.ts';

/** The HTML part: one column, one link, readable in light and dark and with images and styles disabled. */
export function toHtmlSource(copy: MailCopy): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${copy.heading}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #1c1a17 !important; color: #ece6dc !important; }
  .code { background: #2c2924 !important; color: #fff8ec !important; }
  .quiet { color: #b3aa9c !important; }
  .button { background: #f0c674 !important; color: #1c1a17 !important; }
}
</style>
</head>
<body class="page" style="margin:0;background:#fbf8f3;color:#2a2622">
<div class="page" style="max-width:32em;margin:0 auto;padding:32px 24px;font:17px/1.55 Georgia,'Times New Roman',serif">
<h1 style="font-size:24px;line-height:1.25;margin:0 0 16px">${copy.heading}</h1>
<p style="margin:0 0 24px">${copy.paragraph}</p>
${copy.button === undefined ? '' : htmlLink(copy.button)}${htmlCode(copy.button !== undefined)}
<p class="quiet" style="margin:0 0 8px;font-size:15px;color:#6b6359">${copy.closing}</p>
<p class="quiet" style="margin:0;font-size:15px;color:#6b6359">Sent for {{ .SiteURL }}</p>
</div>
</body>
</html>
`;
}

function htmlLink(label: string): string {
  const style =
    'display:inline-block;padding:12px 22px;border-radius:8px;background:#7a4b12;color:#ffffff;text-decoration:none;font-weight:bold';
  return `{{ if .ConfirmationURL }}<p style="margin:0 0 24px"><a class="button" href="{{ .ConfirmationURL }}" style="${style}">${label}</a></p>{{ end }}
`;
}

function htmlCode(besideLink: boolean): string {
  const style =
    'margin:0 0 24px;padding:16px;border-radius:8px;background:#f1eadf;color:#2a2622;font:bold 32px/1.2 Menlo,Consolas,monospace;letter-spacing:6px;text-align:center';
  const lead = besideLink
    ? '<p style="margin:0 0 8px">Or enter this code where you are asked for it:</p>\n'
    : '';
  return `{{ if .Token }}${lead}<p class="code" style="${style}">{{ .Token }}</p>{{ end }}`;
}

/** The text part with the same content. */
export function toTextSource(copy: MailCopy): string {
  const link =
    copy.button === undefined
      ? ''
      : `{{ if .ConfirmationURL }}${copy.button}:\n{{ .ConfirmationURL }}\n\n{{ end }}`;
  const lead = copy.button === undefined ? '' : 'Or enter this code where you are asked for it:\n\n';
  return `${copy.heading}

${copy.paragraph}

${link}{{ if .Token }}${lead}    {{ .Token }}

{{ end }}${copy.closing}

Sent for {{ .SiteURL }}
`;
}
