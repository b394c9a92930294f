const units = ['b', 'kb', 'mb', 'gb', 'tb'];

/** Bytes of a size such as "50MiB"; undefined for any other text. "MB" means "MiB", as in the Supabase CLI. */
export function parseByteSize(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,6})?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const power = units.indexOf(
    unit
      .toLowerCase()
      .replace('i', '')
      .replace(/^([kmgt]?)b?$/, '$1b'),
  );
  if (number === '' || power < 0) return undefined;
  const bytes = Math.floor(Number(number) * 1024 ** power);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
