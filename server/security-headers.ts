/** The headers that every answer carries, whatever it is. */

export interface SecurityOptions {
  siteUrl: string;
  /** `'sha256-…'` of each inline script. */
  scriptHashes: string[];
  supabaseUrl?: string | undefined;
  dev: boolean;
}

/** A picture is only ever looked at: opened on its own, even an SVG with a script in it can do nothing. */
export const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

export function createSecurityHeaders(options: SecurityOptions): Record<string, string> {
  return {
    'content-security-policy': createContentPolicy(options),
    // Browsers would remember it for a host that may never speak https, so only where the site does.
    ...(options.siteUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000',
    }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  };
}

function createContentPolicy({ scriptHashes, supabaseUrl, dev }: SecurityOptions): string {
  const backend = supabaseUrl ? [supabaseUrl, supabaseUrl.replace(/^http/, 'ws')] : [];
  const policy: Record<string, string[]> = {
    'default-src': ["'none'"],
    // In development Vite adds inline scripts and styles and talks over a socket. A hash would switch 'unsafe-inline' off again.
    'script-src': dev ? ["'self'", "'unsafe-inline'"] : ["'self'", ...scriptHashes],
    'style-src': dev ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    // Formulas and drawn charts carry their sizes in style attributes.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...backend, ...(dev ? ['ws:', 'wss:'] : [])],
    'manifest-src': ["'self'"],
    'worker-src': dev ? ["'self'", 'blob:'] : ["'self'"],
    'media-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
