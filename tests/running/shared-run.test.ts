/** The address of one run as previews see it: everything of a public run that strangers may see, and nothing of any other. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { changeRun } from '../../app/running/data/own-runs.ts';
import { addZone } from '../../app/running/data/privacy-zones.ts';
import { publish, republishAll, unpublish } from '../../app/running/data/publication.ts';
import { createOwnSource } from '../../app/running/sources/own-source.ts';
import { toLocalDay } from '../../running/day.ts';
import { createSampleRuns } from '../../running/samples/sample-runs.ts';
import { createPublishedRuns } from '../../server/running/published-runs.ts';
import site from '../../site.config.ts';
import { useBackend } from '../compat/compat-backend.ts';
import { settings, signedUp } from '../compat/test-users.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { recordMoments, somewhere, startTime } from '../harness/running/recording.ts';
import { writeGpx } from '../harness/running/write-files.ts';
import { openTestPages, siteUrl } from '../harness/server/test-pages.ts';
import { importInProcess } from './import-in-process.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const metaOf = (html: string, name: string) =>
  new RegExp(`property="${name}" content="([^"]*)"`).exec(html)?.[1];
const pathOf = (address: string | undefined) => (address ?? '').slice(siteUrl.length);

// One for all tests: the fonts in it stay known to the process.
const pictureFolder = mkdtempSync(join(tmpdir(), 'porchlight-og-'));
afterAll(() => rmSync(pictureFolder, { recursive: true }));

describeSiteOnEveryServer('a shared run', (server) => {
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });

  async function createRunner() {
    const { client } = await signedUp(open());
    await importInProcess(client, {
      'shown.gpx': writeGpx(recordMoments(1200, 3)),
      'hidden.gpx': writeGpx(recordMoments(900, 2, startTime + 86_400_000), { name: 'Secret meeting' }),
    });
    const [hidden, shown] = await createOwnSource(client).list();
    if (!hidden || !shown) throw new Error('no runs');
    await changeRun(client, shown.id, { name: 'A word of mine' });
    await publish(client, [shown.id]);
    return { client, hidden, shown };
  }

  async function openPages(signIn = site.signIn, fetchBackend: typeof fetch = fetch, files = {}) {
    const { url, anonKey: key } = open();
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const runs = createPublishedRuns({ fetch: fetchBackend, url, key, warn });
    return {
      ...(await openTestPages(files, { site: { signIn }, pages: { runs, pictureFolder } })),
      warnings,
    };
  }

  test('has a title, a description and a picture', async () => {
    const { shown } = await createRunner();
    const { get, getText } = await openPages();
    const html = await getText(`/running/${shown.id}?year=2024&sort=-metres`);
    expect(metaOf(html, 'og:title')).toBe('A run of 3.59 km on May 1, 2024');
    expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toBe('A run of 3.59 km on May 1, 2024 · Porchlight');
    expect(metaOf(html, 'og:description')).toMatch(/^3\.59 km in 19:59, May 1, 2024: 5:33 \/km/);
    expect(metaOf(html, 'og:url')).toBe(`${siteUrl}/running/${shown.id}`);
    expect(/rel="canonical" href="([^"]*)"/.exec(html)?.[1]).toBe(`${siteUrl}/running/${shown.id}`);
    expect(html).not.toContain('noindex');

    const picture = pathOf(metaOf(html, 'og:image'));
    expect(picture).toMatch(new RegExp(`^/og/[\\w-]{16}/@run/${shown.id}\\.png$`));
    const response = await get(picture);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const { width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect([width, height]).toEqual([1200, 630]);

    const other = await get(`/og/0123456789abcdef/@run/${shown.id}.png`);
    expect([other.status, other.headers.get('location')]).toEqual([302, picture]);
    const payload = await getText(`/running/${shown.id}/_payload.json`);
    expect(payload).toContain('A run of 3.59 km');
    // Users choose the name: it is a text of the page, and none that previews show as words of the site.
    const [head = '', body = ''] = html.split('</head>');
    expect(head).not.toContain('A word of mine');
    expect(body).toContain('A word of mine');
  });

  test('is in the HTML of its page with its name, day, figures and route', async () => {
    const { shown, client } = await createRunner();
    await changeRun(client, shown.id, { name: '<b>Bold</b> & "quick"' });
    await publish(client, [shown.id]);
    const { getText } = await openPages();
    const [, body = ''] = (await getText(`/running/${shown.id}`)).split('</head>');
    expect(body).toMatch(
      /<h1[^>]*><bdi>&lt;b&gt;Bold&lt;\/b&gt; &amp; (&quot;|")quick(&quot;|")<\/bdi><\/h1>/,
    );
    expect(body).toContain('Wednesday, May 1, 2024');
    expect(body).toMatch(/Distance<\/dt><dd class="figure">3\.59/);
    expect(body).toMatch(/aria-label="The route: 3\.59 km, north is up"><path class="route-line" d="M/);
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(body).not.toContain('Even is fast');
  });

  test('is found at its earlier address, with the state of the list', async () => {
    const { get, getText } = await openPages();
    const at = (query: string) => get(`/running?${query}`);
    const lead = async (query: string) => {
      const { status, headers } = await at(query);
      return [status, headers.get('location')];
    };
    expect(await lead(`run=${unknownId}`)).toEqual([301, `/running/${unknownId}`]);
    expect(await lead(`year=2024&run=${unknownId}&sort=-metres&x=1`)).toEqual([
      301,
      `/running/${unknownId}?year=2024&sort=-metres`,
    ]);
    expect(await lead('run=sample-2026-11-10')).toEqual([301, '/running/sample-2026-11-10']);
    for (const other of ['run=', 'run=../about', 'run=//evil.example'])
      expect((await at(other)).status).toBe(200);
    expect(JSON.parse(await getText(`/running/_payload.json?build&run=${unknownId}&unit=mi`))).toEqual({
      redirect: `/running/${unknownId}?unit=mi`,
    });
  });

  test('is no article: other pages below /running are still the content', async () => {
    const { get, getText } = await openPages(site.signIn, fetch, {
      'running/shoes.md': '---\ntitle: Shoes\n---\n\nTwo pairs.\n',
    });
    expect(await getText('/running/shoes')).toContain('Two pairs.');
    expect((await get('/running/sample-1')).status).toBe(404);
    expect((await get(`/running/${unknownId}/more`)).status).toBe(404);
  });

  test('that is a sample says so, and is not for search engines', async () => {
    const { getText } = await openPages();
    const day = createSampleRuns({ until: '2026-11-10', weeks: 1 }).map(({ start }) =>
      toLocalDay(start, 0),
    )[0];
    const html = await getText(`/running/sample-${day}`);
    expect(html).toContain('Sample run: nobody ran this');
    expect(html).toContain('<path class="route-line"');
    expect(html).toContain('content="noindex"');
    expect(metaOf(html, 'og:image')).toBeUndefined();
    // There are no runs in the future.
    expect(await getText('/running/sample-2999-01-01')).not.toContain('<path class="route-line"');
  });

  test('that is private gives nothing away: its answers are those of a run that does not exist', async () => {
    const { hidden, shown, client } = await createRunner();
    const { get, getText } = await openPages();
    const general = await getText('/running');
    const generalPicture = pathOf(metaOf(general, 'og:image'));
    const shownPicture = pathOf(metaOf(await getText(`/running/${shown.id}`), 'og:image'));
    // Made private after its page and its picture were asked for.
    expect((await get(shownPicture)).status).toBe(200);
    await unpublish(client, [shown.id]);

    const answersOf = async (id: string) => {
      const answers = [await get(`/running/${id}`), await get(`/running/${id}/_payload.json`)];
      return Promise.all(
        answers.map(async ({ status, headers, text }, at) => ({
          status,
          headers: [...headers].filter(([name]) => name !== 'etag' && name !== 'content-length'),
          text: (await text.call(answers[at])).replaceAll(id, 'ID').replace(/"[0-9a-z]{10}":\{/, '"key":{'),
        })),
      );
    };
    const unknown = await answersOf(unknownId);
    expect(unknown[0]?.status).toBe(200);
    expect(unknown[0]?.text).toContain('content="noindex"');
    for (const id of [hidden.id, shown.id]) expect(await answersOf(id)).toEqual(unknown);
    for (const address of [
      `/og/0123456789abcdef/@run/${hidden.id}.png`,
      `/og/0123456789abcdef/@run/${unknownId}.png`,
      '/og/0123456789abcdef/@run/a%20word.png',
      shownPicture,
    ]) {
      const { status, headers } = await get(address);
      expect([...headers].sort()).toEqual([
        ['cache-control', 'no-cache'],
        ['location', generalPicture],
        ['x-content-type-options', 'nosniff'],
      ]);
      expect(status).toBe(302);
    }
    expect((await get(generalPicture)).status).toBe(200);
  });

  test('shows the part of its route that its owner shows', async () => {
    const { shown, client } = await createRunner();
    const { getText } = await openPages();
    const read = async () => metaOf(await getText(`/running/${shown.id}`), 'og:image');
    const whole = await read();
    await addZone(client, { name: 'Home', ...somewhere, radius: 300 });
    expect(await read()).toBeUndefined();
    await republishAll(client);
    const cut = await read();
    expect(cut).toContain(shown.id);
    expect(cut).not.toBe(whole);
    const { data } = await open()
      .client()
      .from('published_runs')
      .select('metres')
      .eq('run_id', shown.id)
      .single();
    expect(data?.metres).toBeLessThan(shown.metres - 200);
  });

  test('has nothing of its own where the page is for signed-in visitors', async () => {
    const { shown } = await createRunner();
    const { get } = await openPages({ ...site.signIn, include: ['/running'] });
    expect((await get(`/running/${shown.id}`)).status).toBe(302);
    expect((await get(`/running?run=${shown.id}`)).headers.get('location')).toBe(`/running/${shown.id}`);
    expect((await get(`/running/${shown.id}/_payload.json`)).status).toBe(401);
    expect((await get(`/og/0123456789abcdef/@run/${shown.id}.png`)).status).toBe(404);
  });

  test('is left to the browser while the backend does not answer', async () => {
    const { getText, warnings } = await openPages(site.signIn, async () => Promise.reject(new Error('down')));
    expect(await getText(`/running/${unknownId}`)).toContain('Loading the run.');
    expect(warnings).toEqual(['A shared run could not be read']);
  });
});
