import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { client } from '../clients.ts';

// Where the public registries are is what this machine's clients are configured to: nothing here names a host.

/** What a program of this machine prints, asked as its user asks it. */
async function ask(program: string, ...parameters: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, parameters, {
    cwd: '/',
    env: { PATH: process.env.PATH, HOME: process.env.HOME ?? '/', LANG: 'C.UTF-8' },
  });
  return stdout.trim();
}

/** The registry npm asks. */
export const npmRegistry = (): Promise<string> => ask('npm', 'config', 'get', 'registry');

/** The index pip asks. */
export async function pythonIndex(): Promise<string> {
  const builtIn = 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)';
  return ask(client('pip'), 'config', 'get', 'global.index-url').catch(() => ask(join(dirname(client('pip')), 'python3'), '-c', builtIn));
}

/** The repository that Maven knows without being told: a mirror of the machine's settings, or what its own model says. */
export function mavenCentral(): Promise<string> {
  const script = `
    mirror=$(sed -e 's/<!--.*-->//' -e '/<!--/,/-->/d' "$HOME/.m2/settings.xml" 2>/dev/null | grep -o '<url>[^<]*' | head -n 1)
    home=$("$0" --version | sed -n 's/^Maven home: //p')
    [ -n "$mirror" ] || mirror=$(unzip -p "$home"/lib/maven-model-builder*.jar org/apache/maven/model/pom-4.0.0.xml | grep -o '<url>[^<]*' | head -n 1)
    echo "\${mirror#<url>}"`;
  return ask('bash', '-c', script, client('mvn'));
}

/** The addresses a registry has on this machine, which behind a company's proxy need not be public ones: for `outgoing.allow`. */
export async function readAddresses(...urls: string[]): Promise<string[]> {
  const found = await Promise.all(urls.map((url) => lookup(new URL(url).hostname, { all: true }).catch(() => [])));
  return [...new Set(found.flat().map(({ address, family }) => `${address}/${family === 6 ? 128 : 32}`))];
}
