/** The headers of every response. */
import type { SiteConfig } from '../app/site-config.ts';

export interface SecurityOptions {
  siteUrl: string;
  /** `'sha256-…'` of each inline script. */
  scriptHashes: string[];
  supabaseUrl?: string | undefined;
  /** The captcha of site.config.ts, whose widget its provider serves. */
  captcha?: CaptchaProvider | undefined;
  /** The search of an exported site is WebAssembly. */
  wasm?: boolean;
  dev: boolean;
}

type CaptchaProvider = NonNullable<SiteConfig['signIn']['captcha']>['provider'];

/** The sources of each widget, by its provider's documentation. */
const captchaSources: Record<CaptchaProvider, string[]> = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
};

/** A picture is only displayed: opened directly, even an SVG with a script can run nothing. */
export const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
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
    // Only if the site uses https: browsers would remember it for a host that may never support https.
    ...(options.siteUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000',
    }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // A runner who sets a privacy zone may use geolocation; the browser asks first.
    'permissions-policy': [...unusedFeatures.map((feature) => `${feature}=()`), 'geolocation=(self)'].join(
      ', ',
    ),
  };
}

function createContentPolicy({ scriptHashes, supabaseUrl, captcha, wasm, dev }: SecurityOptions): string {
  const widget = captcha ? captchaSources[captcha] : [];
  const backend = supabaseUrl ? [supabaseUrl, supabaseUrl.replace(/^http/, 'ws')] : [];
  const policy: Record<string, string[]> = {
    'default-src': ["'none'"],
    // In development Vite adds inline scripts and styles and uses a WebSocket. A hash would disable 'unsafe-inline' again.
    'script-src': [
      ...(dev ? ["'self'", "'unsafe-inline'"] : ["'self'", ...scriptHashes]),
      ...(wasm ? ["'wasm-unsafe-eval'"] : []),
      ...widget,
    ],
    'style-src': [...(dev ? ["'self'", "'unsafe-inline'"] : ["'self'"]), ...widget],
    // Formulas and charts have sizes in style attributes.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...backend, ...widget, ...(dev ? ['ws:', 'wss:'] : [])],
    // The mail page shows mails in a frame. Nothing else of this site can be framed.
    'frame-src': ["'self'", ...widget],
    'manifest-src': ["'self'"],
    'worker-src': dev ? ["'self'", 'blob:'] : ["'self'"],
    'media-src': ["'self'"],
    // The form for messages is sent to the backend.
    'form-action': ["'self'", ...(supabaseUrl ? [supabaseUrl] : [])],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
