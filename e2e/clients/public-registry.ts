import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import type { ClientServer } from './client-platform.ts';

/**
 * Makes a remote repository of a public registry. Gives the reason when the registry does not answer a question
 * for something it surely has: that is no failure of ours, but must be seen.
 */
export async function createPublicRemote(server: ClientServer, format: FormatId, key: string, url: string, question: string): Promise<string | undefined> {
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const settings = { url: address.href, username: decodeURIComponent(username), allowPrivate: true, timeoutSeconds: 60 };
  await server.call(createRepository, { body: { class: 'remote', key, format, settings, ...(password ? { password: decodeURIComponent(password) } : {}) } });
  const direct = await fetch(url, { signal: AbortSignal.timeout(30_000) }).then(
    (answer) => answer.status < 500,
    () => false,
  );
  if (!direct) return `the ${format} registry this machine is configured for did not answer`;
  const answer = await server.ask(question);
  if (answer.status !== 200) throw new Error(`the registry answers, but our remote answered ${answer.status}: ${await answer.text()}`);
  return undefined;
}
