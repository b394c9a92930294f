import { compileTextTemplate, type Template } from '../mail/go-template.ts';

/** Throws for a faulty template, so that it is found at the start and not by the first user who waits for a code. */
export function checkSmsTemplate(name: string, source: string): void {
  try {
    compileTextTemplate(source);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new Error(`${name} has a fault: ${cause.message}.`, { cause });
  }
}

const compiled = new Map<string, Template>();

/** The text of a message with a code, from a template with Supabase's variable (`{{ .Code }}`). */
export function renderSms(source: string, code: string): string {
  const template = compiled.get(source) ?? compileTextTemplate(source);
  // There are as many as the configuration has; the limit is for a process that starts many services.
  if (compiled.size < 100) compiled.set(source, template);
  return template({ Code: code });
}
