/** The data of the page `/_mail`. */

/** A mail or a text message that was queued while no server was set up to send it. */
export interface UnsentMessage {
  id: string;
  medium: 'mail' | 'phone';
  kind: string;
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  link: string | null;
  code: string | null;
  createdAt: Date;
}

export type MailView =
  | { kind: 'locked' }
  | { kind: 'list'; messages: UnsentMessage[] }
  | { kind: 'message'; message: UnsentMessage };

export function titleOf(view: MailView): string {
  return view.kind === 'message' ? (view.message.subject ?? 'Text message') : 'Mailbox';
}
