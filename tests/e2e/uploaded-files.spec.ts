/** Files that another user uploaded are served from the site's origin. No page may use one as its own script, style or worker. */
import { createClient } from '@supabase/supabase-js';
import { expect, test } from '../harness/browser-test.ts';
import { scriptTypes } from '../harness/script-types.ts';
import { type SiteAndBackend, startSiteAndBackend } from '../harness/site-and-backend.ts';

test.describe.configure({ mode: 'default' });
test.use({ baseURL: 'http://localhost' });

let site: SiteAndBackend;
let bucket = '';
test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startSiteAndBackend({ hosted: false });
  bucket = `files-${crypto.randomUUID()}`;
  await storage().createBucket(bucket, { public: true });
});
test.afterAll(() => site.stop());

const storage = () => createClient(site.backendUrl, site.secretKey).storage;

/** The path of a file that is uploaded with this type. */
async function upload(contentType: string, body: string): Promise<string> {
  const name = crypto.randomUUID();
  const { error } = await storage()
    .from(bucket)
    .upload(name, new TextEncoder().encode(body), { contentType });
  expect(error, contentType).toBeNull();
  return `/storage/v1/object/public/${bucket}/${name}`;
}

const unusualTypes = [
  'TEXT/JavaScript1.5',
  'text/javascript1.2; charset=utf-8',
  'text/javascript ;x=y',
  'image/png;,text/javascript',
  'text/plain; a=b, text/javascript',
  'text/plain; a="b", text/javascript1.0',
  'text/csv; a="b, text/javascript',
  'application/json; x=,application/javascript',
];

test('no page runs an uploaded file, whatever its type', async ({ page, expectMessage }) => {
  expectMessage(/MIME type|MIME-type/);
  await page.goto(`${site.url}/about`);
  const ran = await Promise.all(
    [...scriptTypes, ...unusualTypes].map(async (type) => {
      const path = await upload(type, `(self.taken ??= []).push(${JSON.stringify(type)})`);
      const answers = await page.evaluate(async (src) => {
        const load = (kind: string) =>
          new Promise<string>((resolve) => {
            const script = Object.assign(document.createElement('script'), { src, type: kind });
            script.onload = () => resolve('loaded');
            script.onerror = () => resolve('refused');
            document.head.append(script);
          });
        return Promise.all([load(''), load('module')]);
      }, path);
      return answers.includes('loaded') ? [type] : [];
    }),
  );
  expect(ran.flat()).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(self, 'taken'))).toBeUndefined();
});

test('no page is styled by an uploaded file, and none becomes a worker', async ({ page, expectMessage }) => {
  expectMessage(/MIME type|MIME-type/);
  const style = await upload('text/css', 'body { display: none }');
  const listed = await upload('image/png;,text/css', 'body { display: none }');
  const worker = await upload('text/javascript1.3', 'postMessage("runs")');
  await page.goto(`${site.url}/about`);
  const answers = await page.evaluate(
    async ([styles, script]) => {
      const linked = styles.map(
        (href) =>
          new Promise<string>((resolve) => {
            const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
            link.onload = () => resolve('loaded');
            link.onerror = () => resolve('refused');
            document.head.append(link);
          }),
      );
      const started = new Promise<string>((resolve) => {
        const made = new Worker(script);
        made.onmessage = () => resolve('loaded');
        made.onerror = () => resolve('refused');
      });
      return Promise.all([...linked, started]);
    },
    [[style, listed], worker] as const,
  );
  expect(answers).toEqual(['refused', 'refused', 'refused']);
});
