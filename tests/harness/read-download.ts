import type { Download } from '@playwright/test';

/** The content of a download as text. */
export async function readDownload(download: Download): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
