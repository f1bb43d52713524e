import { randomBytes } from 'node:crypto';
import { ConfigError } from '@packhouse/kernel/config.ts';
import { terminal } from '../terminal.ts';
import { hasScanner, uploadAdvisories } from './advisories.ts';
import { demoClient } from './demo-client.ts';
import { demos, download, makePeople, makeProject, makeRepositories, publishAll, publishBuilds } from './fill.ts';
import { distributes, makeReleaseBundles } from './release-bundles.ts';
import { project, users } from './story.ts';

/**
 * Fills a running platform with repositories, people, packages, builds, release bundles and advisories of an imagined web shop, through the protocols its clients speak.
 * Where and as whom: `PACKHOUSE_URL` (else this machine and `PACKHOUSE_PORT`), `PACKHOUSE_ADMIN_PASSWORD`. Doing it twice changes nothing.
 */
export async function demo(environment: NodeJS.ProcessEnv = process.env, write?: (line: string) => void): Promise<void> {
  const { PACKHOUSE_PORT: port = '8082', PACKHOUSE_URL: url = `http://localhost:${port}`, PACKHOUSE_ADMIN_PASSWORD: password } = environment;
  if (!password) throw new ConfigError('Give the password of the user admin in PACKHOUSE_ADMIN_PASSWORD');
  const client = demoClient(url, 'admin', password);
  const out = write ? terminal(write) : terminal();
  const ping = await fetch(new URL('/artifactory/api/repositories', url), {
    headers: { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` },
  }).catch(() => undefined);
  if (!ping) throw new ConfigError(`Nothing answers at ${url}; start the platform first, or say in PACKHOUSE_URL where it is`);
  if (ping.status === 401) throw new ConfigError('The password of the user admin is not right');
  const userPassword = `Demo-${randomBytes(9).toString('base64url')}1a`;
  await out.step('repositories', () => makeRepositories(client));
  const isNew = await out.step('users, groups and a permission', () => makePeople(client, userPassword));
  await out.step('a project', () => makeProject(client));
  let versions = 0;
  for (const one of demos)
    await out.step(`${one.format} packages`, async () => {
      versions += await publishAll(client, one);
    });
  // Downloads are counted, so only the first filling makes some.
  const downloads = isNew ? await out.step('downloads', () => download(client)) : 0;
  const runs = await out.step('builds', () => publishBuilds(client));
  out.say(
    `${versions} versions in ${demos.length} formats, ${runs} runs of builds, ${downloads} downloads; repositories are named demo-…, the project is ${project.display_name}`,
  );
  if (await distributes(client)) await out.step('release bundles', () => makeReleaseBundles(client));
  if (await hasScanner(client)) await out.step('advisories, by which everything is judged', () => uploadAdvisories(client));
  if (isNew) out.say(`users ${users.map(({ name }) => name).join(', ')} sign in with ${userPassword}`);
  out.say(`look at ${new URL('/ui/packages', url).href}`);
}
