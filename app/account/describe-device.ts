/** Enough of a browser's own description to tell one's devices apart: `Firefox on Windows`. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return 'An unknown device';
  const browser = firstMatch(userAgent, [
    [/\bEdg(e|A|iOS)?\//, 'Edge'],
    [/\b(OPR|Opera)\//, 'Opera'],
    [/\bSamsungBrowser\//, 'Samsung Internet'],
    [/\b(Firefox|FxiOS)\//, 'Firefox'],
    [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
    [/\bVersion\/.*Safari\//, 'Safari'],
  ]);
  const system = firstMatch(userAgent, [
    [/\biPhone\b/, 'iPhone'],
    [/\biPad\b/, 'iPad'],
    [/\bAndroid\b/, 'Android'],
    [/\bWindows\b/, 'Windows'],
    [/\bMac OS X\b/, 'macOS'],
    [/\bCrOS\b/, 'ChromeOS'],
    [/\bLinux\b/, 'Linux'],
  ]);
  if (!browser && !system) return userAgent.split(/[\s/]/)[0] || 'An unknown device';
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ');
}

function firstMatch(text: string, names: [RegExp, string][]): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1];
}
