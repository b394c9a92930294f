/** What the visitor filled in; an absent field is empty. */
export type Fields = Record<'name' | 'email' | 'message' | 'homepage', string>;

/** Read by the form and by other clients: keep the codes. */
export interface Fault {
  field: 'name' | 'email' | 'message';
  code: 'name-missing' | 'name-long' | 'email-missing' | 'email-invalid' | 'message-missing' | 'message-long';
  /** For clients that have no words of their own. */
  message: string;
}

/** A request without fields in it. Its message is for the sender. */
export class UnreadableRequest extends Error {}

/** The longest message, with three bytes in the form's encoding for each of the four of a character. */
const maxBytes = 80_000;
/** The form has the same numbers (markdown/html/parts/contact-form.ts). */
const maxName = 100;
const maxEmail = 254;
const maxMessage = 5000;

/** An address that a mail header can have: no quoted or commented forms. */
const address = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}@<>()[\]\\,;:"]+\.[^\s\p{C}@<>()[\]\\,;:".]+$/u;

export async function readFields(request: Request): Promise<Fields> {
  const type = request.headers.get('content-type') ?? '';
  const bytes = await readBytes(request);
  const given = type.startsWith('application/json') ? readJson(bytes) : await readForm(bytes, type);
  return {
    name: toLine(given.name),
    email: toLine(given.email),
    message: toText(given.message),
    homepage: toLine(given.homepage),
  };
}

export function findFaults({ name, email, message }: Fields): Fault[] {
  const faults: (Fault | false)[] = [
    name === '' && { field: 'name', code: 'name-missing', message: 'The name is missing.' },
    name.length > maxName && {
      field: 'name',
      code: 'name-long',
      message: `The name may have ${maxName} characters at most.`,
    },
    email === '' && { field: 'email', code: 'email-missing', message: 'The email address is missing.' },
    email !== '' &&
      (email.length > maxEmail || !address.test(email)) && {
        field: 'email',
        code: 'email-invalid',
        message: 'This is not an email address. It should look like ann@example.com.',
      },
    message === '' && { field: 'message', code: 'message-missing', message: 'The message is missing.' },
    message.length > maxMessage && {
      field: 'message',
      code: 'message-long',
      message: `The message may have ${maxMessage} characters at most.`,
    },
  ];
  return faults.filter((fault) => fault !== false);
}

/** Stops at the limit: a request may say nothing of its length, or something false. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new UnreadableRequest(`A message may have ${maxBytes} bytes at most.`);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function readJson(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Answered below, like any other value that is no object.
  }
  throw new UnreadableRequest('The body is not a JSON object.');
}

async function readForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Record<string, unknown>> {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form);
  } catch {
    throw new UnreadableRequest('Send name, email and message as a form or as JSON.');
  }
}

/** Postgres takes no NUL and no half of a surrogate pair. */
function toText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim();
}

function toLine(value: unknown): string {
  return toText(value).replace(/[\s\p{Cc}]+/gu, ' ');
}
