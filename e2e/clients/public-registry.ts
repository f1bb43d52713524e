import { lookup } from 'node:dns/promises';
import { dirname, join } from 'node:path';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { client } from '../../tools/clients.ts';
import type { ClientServer } from './client-platform.ts';
import { mustRun, runProgram } from './run-client.ts';

// Where the public registries are is what this machine's clients are configured to: no test names a host.

const asMyself = { cwd: '/', env: { HOME: process.env.HOME ?? '/' } };

/** The registry npm asks. */
export async function npmRegistry(): Promise<string> {
  return (await mustRun('npm', ['config', 'get', 'registry'], asMyself)).stdout.trim();
}

/** The index pip asks. */
export async function pythonIndex(): Promise<string> {
  const configured = await runProgram(client('pip'), ['config', 'get', 'global.index-url'], asMyself);
  if (configured.code === 0) return configured.stdout.trim();
  const builtIn = 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)';
  return (await mustRun(join(dirname(client('pip')), 'python3'), ['-c', builtIn], asMyself)).stdout.trim();
}

/** The repository that Maven knows without being told: a mirror of the machine's settings, or what its own model says. */
export async function mavenCentral(): Promise<string> {
  const script = `
    mirror=$(sed -e 's/<!--.*-->//' -e '/<!--/,/-->/d' "$HOME/.m2/settings.xml" 2>/dev/null | grep -o '<url>[^<]*' | head -n 1)
    home=$("$0" --version | sed -n 's/^Maven home: //p')
    [ -n "$mirror" ] || mirror=$(unzip -p "$home"/lib/maven-model-builder*.jar org/apache/maven/model/pom-4.0.0.xml | grep -o '<url>[^<]*' | head -n 1)
    echo "\${mirror#<url>}"`;
  return (await mustRun('bash', ['-c', script, client('mvn')], asMyself)).stdout.trim();
}

/** The addresses a registry has on this machine, which behind a company's proxy need not be public ones: for `outgoing.allow`. */
export async function readAddresses(...urls: string[]): Promise<string[]> {
  const found = await Promise.all(urls.map((url) => lookup(new URL(url).hostname, { all: true }).catch(() => [])));
  return [...new Set(found.flat().map(({ address, family }) => `${address}/${family === 6 ? 128 : 32}`))];
}

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
