const patterns = [
  /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/,
  /^\$argon2(?:i|id)\$v=(?:16|19)\$m=\d+,t=\d+,p=\d+[^$]*\$[^$]+\$[^$]+$/,
  /^\$fbscrypt\$v=\d+,n=\d+,r=\d+,p=\d+[^$]*\$[^$]+\$.+$/,
];

/** Whether a text is a hash in a format that can be verified. Supabase's column holds 255 characters. */
export function isPasswordHash(text: string): boolean {
  return text.length <= 255 && patterns.some((pattern) => pattern.test(text));
}
