import { AdminFault, callAdmin } from '../../call-admin.ts';
import type { UploadRequest } from '../files-data.ts';

export interface SendOptions {
  onProgress(sent: number): void;
  signal: AbortSignal;
}

/** Asks for an address to send the file to, and sends it there: the storage takes it as it arrives. */
export async function sendFile(
  file: File,
  target: Pick<UploadRequest, 'bucket' | 'path' | 'replace'>,
  { onProgress, signal }: SendOptions,
): Promise<void> {
  const type = file.type || 'application/octet-stream';
  const body: UploadRequest = { ...target, bytes: file.size, type };
  const { url } = await callAdmin<{ url: string }>('/files/upload', { method: 'POST', body, signal });
  await put(url, file, type, { onProgress, signal });
}

/** `fetch` does not tell how much has been sent. */
function put(url: string, file: File, type: string, { onProgress, signal }: SendOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-type', type);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => (request.status === 200 ? resolve() : reject(toFault(request)));
    request.onerror = () =>
      reject(
        new AdminFault(0, { code: 'unreachable', message: 'The connection was lost. Nothing was stored.' }),
      );
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

const messages: Record<number, [code: string, message: string]> = {
  409: ['exists', 'There is one with this name already.'],
  413: ['too-large', 'The storage takes no files of this size.'],
  415: ['wrong-type', 'The bucket does not take files of this type.'],
};

/** The exact status is in the body of the storage's answer. */
function toFault({ status, responseText }: XMLHttpRequest): AdminFault {
  let body: Record<string, unknown> = {};
  try {
    body = Object(JSON.parse(responseText));
  } catch {}
  const exact = Number(body.statusCode) || status;
  const [code, message] = messages[exact] ?? [
    'storage',
    String(body.message ?? `The storage answered ${exact}.`),
  ];
  return new AdminFault(exact, { code, message });
}
