/** Actions on the running page while an answer is pending. */

import { holdRequests } from '../harness/hold-requests.ts';
import { gpxFile } from '../harness/run-files.ts';
import { importRuns, openAsRunner, openOwnRuns, openRun, zonesPart } from '../harness/running-page.ts';
import { generatedRuns, seedRuns } from '../harness/seed-runs.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { expect, test } from '../harness/sign-in-site.ts';

test('a place that is typed before the runs are loaded is the place that is hidden', async ({
  page,
  signInSite,
}) => {
  await openAsRunner(page, signInSite, [gpxFile('river.gpx', '2026-03-01', 'Along the river')]);
  const zones = zonesPart(page);
  await expect(zones.getByRole('button', { name: 'Add a zone' })).toBeVisible();
  const runs = await holdRequests(page, /rest\/v1\/runs\?/);
  await zones.getByRole('button', { name: 'Add a zone' }).click();
  await zones.getByLabel('By coordinates').check();
  await zones.getByLabel('Latitude and longitude').fill('48.1° N, 11.4° E');
  runs.release();
  await expect(zones.getByRole('img', { name: /^The route/ })).toBeVisible();
  await expect(zones.getByLabel('Latitude and longitude')).toHaveValue('48.1° N, 11.4° E');
  await zones.getByRole('button', { name: 'Hide this place' }).click();
  await expect(zones.getByRole('listitem')).toContainText(['48.1000, 11.4000']);
});

test('a goal that could not be saved is reverted, and later changes are not', async ({
  page,
  signInSite,
  expectMessage,
}) => {
  const client = await signInByApi(page, signInSite, await signInSite.createPerson());
  await seedRuns(client, generatedRuns(new Date().toISOString().slice(0, 10), 3));
  await openOwnRuns(page);
  const saving = await holdRequests(page, /rest\/v1\/running_settings/, {
    method: 'POST',
    onRelease: (route, number) =>
      number === 0 ? route.fulfill({ status: 500, json: { code: 'XX000' } }) : route.continue(),
  });
  expectMessage(/status of 500/);
  await page.getByRole('button', { name: 'Set a goal' }).click();
  await page.getByRole('spinbutton', { name: 'Goal' }).fill('40');
  await page.getByRole('button', { name: 'Save' }).click();
  const goal = page.getByText('40 km a week', { exact: true });
  await expect(goal).toBeVisible();
  await page.getByRole('heading', { name: 'Gear' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Retire Blue everyday shoes' }).click();
  const retired = page.getByText('Retired (1)');
  await expect(retired).toBeVisible();
  // One after the other: otherwise the second could arrive first.
  expect(saving.requests).toHaveLength(1);
  saving.release();
  await expect(page.getByRole('alert').filter({ hasText: 'That did not work.' })).toBeVisible();
  await expect(goal).toHaveCount(0);
  await expect(retired).toBeVisible();
  await expect
    .poll(async () => (await client.from('running_settings').select('goals, gear')).data)
    .toEqual([{ goals: [], gear: { 'Blue everyday shoes': { retired: true } } }]);
});

test('an outdated answer does not overwrite a later value, and a run is deleted while its file is downloading', async ({
  page,
  signInSite,
}) => {
  await openAsRunner(page, signInSite);
  await importRuns(page, [gpxFile('river.gpx', '2026-03-01', 'Along the river')]);
  // Other parts of the page request other columns.
  const heartRate = /rest\/v1\/running_settings\?.*highest_heart_rate/;
  const settings = await holdRequests(page, heartRate, {
    // No value was set at the time of the request.
    onRelease: (route) => route.fulfill({ json: [] }),
  });
  await openRun(page, 'Along the river');
  const zones = page.getByRole('region', { name: 'Heart rate zones' });
  await expect.poll(() => settings.requests.length).toBe(1);
  await zones.getByRole('button', { name: 'Set yours' }).click();
  await zones.getByLabel('Your maximum heart rate').fill('200');
  await zones.getByRole('button', { name: 'Save' }).click();
  await expect(zones).toContainText('Based on 200 bpm, your maximum.');
  const answer = page.waitForResponse(
    (response) => heartRate.test(response.url()) && response.request().method() === 'GET',
  );
  settings.release();
  await (await answer).finished();

  const file = await holdRequests(page, /storage\/v1\/object\//);
  await page.getByRole('button', { name: 'Download the original file' }).click();
  await expect.poll(() => file.requests.length).toBe(1);
  await expect(zones).toContainText('Based on 200 bpm, your maximum.');
  await page.getByRole('button', { name: 'Delete this run …' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This run is deleted' })).toBeVisible();
  file.release();
});
