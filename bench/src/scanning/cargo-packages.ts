import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { nowhere, type PublicPackages, run } from './package-source.ts';

/** Crates that many others need; what these need themselves comes along. */
const wellKnown = ['serde', 'tokio', 'clap', 'regex', 'anyhow', 'rand', 'hyper', 'tracing', 'rayon', 'chrono'];

/** The registry that this machine's cargo asks in the place of its makers' own. https://doc.rust-lang.org/cargo/reference/source-replacement.html */
async function findRegistry(): Promise<string | undefined> {
  const home = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const settings = await readFile(join(home, 'config.toml'), 'utf8').catch(() => '');
  const name = /^\[source\.crates-io\]\s+replace-with\s*=\s*"([^"]+)"/m.exec(settings)?.[1];
  const section = name === undefined ? undefined : settings.split(/^\[/m).find((one) => one.startsWith(`source.${name}]`));
  return /^registry\s*=\s*"sparse\+([^"]+?)\/?"/m.exec(section ?? '')?.[1];
}

/** Crates, where this machine's settings say where its cargo gets them. */
export async function cargoPackages(most: number): Promise<PublicPackages> {
  const upstream = await findRegistry();
  if (upstream === undefined) return nowhere('cargo');
  return {
    format: 'cargo',
    upstream,
    async fetch({ url, user, password, folder }) {
      const home = join(folder, 'home');
      await mkdir(join(folder, 'src'), { recursive: true });
      await mkdir(home);
      const registry = `[registries.here]\nindex = "sparse+${url}/"\n\n[registry]\nglobal-credential-providers = ["cargo:token"]\n`;
      await writeFile(join(home, 'config.toml'), `${registry}\n[source.crates-io]\nreplace-with = "here"\n`);
      const needs = wellKnown.slice(0, most).map((name) => `${name} = "*"\n`);
      await writeFile(join(folder, 'Cargo.toml'), `[package]\nname = "consumer"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n${needs.join('')}`);
      await writeFile(join(folder, 'src', 'lib.rs'), '');
      const token = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
      await run('cargo', ['fetch'], folder, {
        CARGO_HOME: home,
        CARGO_REGISTRIES_HERE_TOKEN: token,
        RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), '.rustup'),
      });
    },
  };
}
