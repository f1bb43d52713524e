import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { drawnVersions, orderDifferences, versionSeed } from '@packhouse/testkit/version-order.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOnPath } from '../../tools/clients/locations.ts';
import { client } from '../../tools/clients.ts';
import { workFolder } from './client-platform.ts';
import { mustRun } from './run-client.ts';

// Each ecosystem compares with this: npm's own library, and those that cargo, go, helm and OpenTofu are built from.

let work: Awaited<ReturnType<typeof workFolder>>;
beforeAll(async () => {
  work = await workFolder();
});
afterAll(() => work?.remove());

/** The settings and caches of this machine's own toolchains. */
const asMyself = { HOME: process.env.HOME ?? '/' };

const starts = ['0', '1', '1.0', '1.10', '2.0.0', '1.2.3', '10.20.30', '1.0.0'];
const pieces = ['0', '1', '2', '10', '01', 'a', 'B', 'rc', 'rc1', 'alpha', 'beta-2', 'x-y', '-', '20260102150405'];
const drawn = (first: readonly string[] = starts) => drawnVersions(first, ['.', '-', '+', '-', '.'], pieces);
/** OpenTofu's two libraries contradict each other and the standard where a pre-release has dots or begins with a dash; whoever avoids that is safe. */
const drawnPlainly = () =>
  drawnVersions(['1.0.0', '1.2.3', '1.10.0', '10.20.30'], ['-', '+'], pieces.slice(0, -2).concat('20260102150405')).filter(
    (text) => !/-0\d+(?:\+|$)/.test(text),
  );

/** Reads what a tool printed: the versions it takes, one on each line behind its order to the one before. */
function told(output: string): { versions: string[]; orders: number[] } {
  const lines = output
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  return { versions: lines.map(([, text = '']) => text), orders: lines.slice(1).map(([order]) => Number(order)) };
}

/** How many versions the tool took, and which pairs it orders otherwise. */
function compared(format: FormatId, output: string, { ordersBuilds = false } = {}): { enough: boolean; differences: string[] } {
  const { versions, orders } = told(output);
  return { enough: versions.length > 10_000, differences: orderDifferences(format, versions, orders, { ordersBuilds }) };
}
const same = { enough: true, differences: [] };

describe('order of semantic versions', () => {
  it('FMT-003 is the order of npm’s own library', async () => {
    const script = `
      const semver = require(process.argv[1]);
      const known = require('fs').readFileSync(0, 'utf8').split('\\n').filter((text) => semver.valid(text, { loose: true }));
      console.log(known.map((text, at) => (at === 0 ? 0 : semver.compareBuild(known[at - 1], text, { loose: true })) + ' ' + text).join('\\n'));`;
    const library = join(dirname(await realpath(findOnPath('npm') ?? '')), '../node_modules/semver');
    const { stdout } = await mustRun('node', ['-e', script, library], { cwd: work.path, env: asMyself, input: drawn().join('\n') });
    expect(compared('npm', stdout, { ordersBuilds: true }), `seed ${versionSeed}`).toEqual(same);
  });

  it('FMT-014 is the order of the library that cargo compares with', async () => {
    const program = `
      use std::io::{stdin, BufRead};
      fn main() {
          let mut before: Option<semver::Version> = None;
          for line in stdin().lock().lines() {
              let text = line.unwrap();
              let Ok(now) = semver::Version::parse(&text) else { continue };
              println!("{} {text}", before.map_or(0, |one| one.cmp(&now) as i8));
              before = Some(now);
          }
      }`;
    const manifest = '[package]\nname = "order"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\nsemver = "=1.0.27"\n';
    await work.write({ 'rust/Cargo.toml': manifest, 'rust/src/main.rs': program });
    const env = { ...asMyself, ...(process.env.CARGO_HOME ? { CARGO_HOME: process.env.CARGO_HOME } : {}) };
    const { stdout } = await mustRun('cargo', ['run', '--quiet'], { cwd: join(work.path, 'rust'), env, input: drawn().join('\n') });
    expect(compared('cargo', stdout), `seed ${versionSeed}`).toEqual(same);
  });

  it.each([
    ['FMT-008', 'go', 'go', (text: string) => `v${text}`],
    ['FMT-007', 'helm', 'helm', (text: string) => text],
    ['FMT-012', 'terraform', 'provider', (text: string) => text],
    ['FMT-012', 'terraform', 'module', (text: string) => text],
  ] as const)('%s is for %s the order of the library that its client compares a %s version with', async (_id, format, rule, spelled) => {
    await work.write({ 'go/go.mod': await moduleFile(), 'go/main.go': goProgram });
    const input = format === 'terraform' ? drawnPlainly() : drawn(format === 'helm' ? [...starts, '1', 'v1', 'v1.2', 'v1.2.3'] : undefined).map(spelled);
    const env = { ...asMyself, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
    const { stdout } = await mustRun('go', ['run', '.', rule], { cwd: join(work.path, 'go'), env, input: input.join('\n') });
    expect(compared(format, stdout), `seed ${versionSeed}`).toEqual(same);
  });
});

/** The very versions of the libraries that the clients are built from. */
async function moduleFile(): Promise<string> {
  const parts = async (name: 'helm' | 'tofu') => (await mustRun('go', ['version', '-m', client(name)], { cwd: '/', env: asMyself })).stdout;
  const [helm, tofu] = await Promise.all([parts('helm'), parts('tofu')]);
  const need = (built: string, module: string) => {
    const version = new RegExp(`\\sdep\\s+${module}\\s+(v\\S+)`).exec(built)?.[1];
    if (!version) throw new Error(`no ${module} in ${dirname(client('helm'))} or ${dirname(client('tofu'))}`);
    return `require ${module} ${version}\n`;
  };
  return [
    'module order\n\ngo 1.25\n\n',
    need(helm, 'github.com/Masterminds/semver/v3'),
    need(tofu, 'github.com/apparentlymart/go-versions'),
    need(tofu, 'github.com/hashicorp/go-version'),
    need(tofu, 'golang.org/x/mod'),
  ].join('');
}

const goProgram = `package main

import (
	"bufio"
	"fmt"
	"os"

	helm "github.com/Masterminds/semver/v3"
	provider "github.com/apparentlymart/go-versions/versions"
	module "github.com/hashicorp/go-version"
	"golang.org/x/mod/semver"
)

func read(rule, text string) (any, bool) {
	switch rule {
	case "go":
		return text, semver.IsValid(text) && semver.Canonical(text)+semver.Build(text) == text
	case "helm":
		version, err := helm.NewVersion(text)
		return version, err == nil
	case "module":
		_, err := provider.ParseVersion(text)
		version, wrong := module.NewVersion(text)
		return version, err == nil && wrong == nil
	default:
		version, err := provider.ParseVersion(text)
		return version, err == nil
	}
}

func compare(a, b any) int {
	switch one := a.(type) {
	case string:
		return semver.Compare(one, b.(string))
	case *helm.Version:
		return one.Compare(b.(*helm.Version))
	case *module.Version:
		return one.Compare(b.(*module.Version))
	default:
		left, right := a.(provider.Version), b.(provider.Version)
		if left.LessThan(right) {
			return -1
		}
		if right.LessThan(left) {
			return 1
		}
		return 0
	}
}

func main() {
	var before any
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		now, valid := read(os.Args[1], lines.Text())
		if !valid {
			continue
		}
		order := 0
		if before != nil {
			order = compare(before, now)
		}
		fmt.Println(order, lines.Text())
		before = now
	}
}
`;
