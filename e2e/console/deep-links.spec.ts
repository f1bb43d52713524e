import { createReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { enter, expect, test } from './console-test.ts';
import { computeDigest, pushImage, send } from './push-image.ts';

test('API-004 leads from every address that clients print to what it means', async ({ page, platform, call }) => {
  for (const [key, format] of [
    ['linked-images', 'docker'],
    ['linked-files', 'generic'],
  ] as const)
    await call(createRepository, { body: { class: 'local', key, format } });
  await send(`${platform.url}/artifactory/linked-files/a.txt`, 'PUT', 'text');
  const deep = await pushImage(platform.url, 'linked-images/team/app', '1.0');
  const flat = await pushImage(platform.url, 'linked-images/app', '2.0');
  const build = { name: 'team/linked', number: '7', started: '2026-01-02T03:04:05.678+0000', modules: [] };
  await send(`${platform.url}/artifactory/api/build`, 'PUT', JSON.stringify(build), 'application/json');
  const started = Date.parse('2026-01-02T03:04:05.678Z');
  await call(createReleaseBundle, { body: { name: 'linked', version: '1.0', sign: false, source: { from: 'artifacts', paths: ['linked-files/a.txt'] } } });

  const login = 'login?jfClientSession=7f0d3cf8-52f4-4f0f-8ba6-7b2d8a2f0001&jfClientName=JFrog-CLI&jfClientCode=1';
  const [run, evidence] = ['published', 'Evidence'].map((view) => `builds/team%2Flinked/7/${started}/${view}?buildRepo=artifactory-build-info`);
  const lifecycle = 'artifactory/lifecycle?range=Any+Time&repositoryKey=release-bundles&bundleName=linked';
  const lines: readonly (readonly [printed: string, address: RegExp, heading: RegExp])[] = [
    [run ?? '', /published\?buildRepo=/, /team\/linked 7/],
    [evidence ?? '', /\/repos\/tree\/artifactory-build-info\/team%252Flinked\/7-1767323045678\.json#evidence$/, /7-1767323045678\.json/],
    ['repos/tree/General/linked-files/a.txt?clearFilter=true', /\/repos\/tree\/linked-files\/a\.txt$/, /a\.txt/],
    ['repos/tree/Evidence/linked-files/a.txt?clearFilter=true', /\/repos\/tree\/linked-files\/a\.txt#evidence$/, /a\.txt/],
    [`packages/docker:team/app/sha256__${deep}`, /\/packages\/docker%3A%2F%2Fteam%2Fapp\/1\.0/, /team\/app/],
    [`packages/docker:app/sha256__${flat}`, /\/packages\/docker%3A%2F%2Fapp\/2\.0/, /app/],
    [`packages/docker:app/sha256__${computeDigest('nothing')}`, /\/by-digest\//, /app/],
    [`${lifecycle}&releaseBundleVersion=1.0&activeVersionTab=Content+Graph`, /\/release-bundles\/source\/linked\/1\.0/, /linked/],
    [lifecycle, /\/release-bundles\/source\?query=linked$/, /Distribution/],
    [login, /\/login\/cli-registration\?jfClientSession=/, /Command-line sign-in/],
    ['scans-list/builds-scans', /\/ui\/builds$/, /Builds/],
    ['onDemandScanning', /\/ui\/scans-list$/, /Scans/],
    ['scans-list/repositories/linked-images/scan-descendants/team/app', /\/ui\/scans-list\?search=app$/, /Scans/],
    // Applications are not kept here.
    ['applications/management/shop/versions/1.0?activeVersionTab=Content+Graph', /\/ui\/404$/, /./],
  ];
  await enter(page);
  for (const [printed, address, heading] of lines) {
    await page.goto(`/ui/${printed}`);
    await expect(page, printed).toHaveURL(address);
    await expect(page.getByRole('heading', { name: heading }).first(), printed).toBeVisible();
  }
});
