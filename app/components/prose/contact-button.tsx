import { useEffect, useRef, useState } from 'react';

/**
 * The button of the form `::contact-form`. It sends the form without leaving the page, so that nothing of the text is lost. The messages are
 * in the form already, for readers without a script (markdown/html/parts/contact-form.ts).
 */
export function ContactButton({ label, pendingLabel }: { label: string; pendingLabel: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isPending, setPending] = useState(false);

  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    // The form has better words for faults than the browser.
    form.noValidate = true;
    let isSending = false;
    const onSubmit = async (event: SubmitEvent) => {
      event.preventDefault();
      if (isSending) return;
      isSending = true;
      setPending(true);
      showMessages(form, await send(form));
      setPending(false);
      isSending = false;
    };
    form.addEventListener('submit', onSubmit);
    return () => form.removeEventListener('submit', onSubmit);
  }, []);

  return (
    <button ref={button} type="submit" className="button" aria-disabled={isPending || undefined}>
      {isPending ? pendingLabel : label}
    </button>
  );
}

/** Returns the codes of the messages to show: `sent`, or what is wrong. */
async function send(form: HTMLFormElement): Promise<string[]> {
  try {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
    });
    const { code = '', faults }: { code?: string; faults?: { code: string }[] } = await response.json();
    return faults?.map((fault) => fault.code) ?? [code];
  } catch {
    return ['failed'];
  }
}

function showMessages(form: HTMLFormElement, codes: string[]): void {
  // From now on the fragment of the address decides nothing.
  form.dataset.answered = '';
  for (const shown of form.querySelectorAll('[data-shown]')) shown.removeAttribute('data-shown');
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
  const find = (code: string) => form.querySelector<HTMLElement>(`[id="contact.${CSS.escape(code)}"]`);
  const messages = codes.map((code) => find(code) ?? find('failed')).filter((message) => message !== null);
  for (const message of messages) {
    message.dataset.shown = '';
    const field = findField(message);
    field?.setAttribute('aria-invalid', 'true');
    field?.setAttribute('aria-describedby', message.id);
  }
  if (codes[0] === 'sent') form.reset();
  messages[0]?.scrollIntoView({ block: 'nearest' });
  if (messages[0]) findField(messages[0])?.focus();
}

/** The field that a message is about; most are about one. */
function findField(message: HTMLElement): HTMLElement | null {
  return message.closest('.field')?.querySelector<HTMLElement>('input, textarea') ?? null;
}
