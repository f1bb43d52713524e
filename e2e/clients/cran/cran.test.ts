import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, type ProgramResult, runProgram } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('cran', 'cran'), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

type Side = 'server' | 'upstream';

/** A package that says its own version when it is asked. */
const source = (name: string, version: string, more: readonly string[] = []) => ({
  DESCRIPTION: [
    `Package: ${name}`,
    `Version: ${version}`,
    `Title: Says ${version}`,
    'Description: Says its version.',
    'Author: A. Tester',
    'Maintainer: A. Tester <a@example.org>',
    'License: MIT',
    ...more,
    '',
  ].join('\n'),
  NAMESPACE: 'export(say)\n',
  'R/say.R': `say <- function() "${name} ${version}"\n`,
});

const prefixed = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));

/** Packed as `R CMD build` does it, but for what that looks for in it. */
async function build(name: string, version: string, more: readonly string[] = []): Promise<Buffer> {
  const folder = `made-${Math.random()}`;
  await work.write(prefixed(`${folder}/${name}`, source(name, version, more)));
  const cwd = join(work.path, folder);
  await mustRun('tar', ['czf', 'package.tar.gz', name], { cwd, env: {} });
  return readFile(join(cwd, 'package.tar.gz'));
}

async function publish(side: Side, key: string, name: string, version: string, more: readonly string[] = [], method = 'PUT'): Promise<void> {
  const path = method === 'PUT' ? `src/contrib/${name}_${version}.tar.gz` : 'sources';
  const answer = await golden[side].ask(`api/cran/${key}/${path}`, { method, body: new Uint8Array(await build(name, version, more)) });
  expect(answer.status, await answer.text()).toBe(201);
}

const getAddress = (key: string) => golden.server.protocol(key, 'cran');

/** Runs R with a library of its own, which knows one repository and no other. */
async function startR(library: string, key: string, code: string, run: typeof runProgram = mustRun): Promise<ProgramResult> {
  const home = join(work.path, library);
  await work.write({
    [`${library}/netrc`]: run === mustRun ? `machine ${new URL(golden.server.url).hostname} login admin password ${golden.server.token}\n` : '',
  });
  await mkdir(join(home, 'library'), { recursive: true });
  const options = `options(repos = c(here = "${getAddress(key)}"), download.file.method = "curl", download.file.extra = "--fail --silent --show-error --netrc-file netrc")`;
  // What else an installation does takes most of its time, and no server.
  const install = 'install <- function(...) install.packages(..., INSTALL_opts = c("--no-byte-compile", "--no-docs", "--no-test-load"))';
  return run('Rscript', ['-e', options, '-e', install, '-e', code], { cwd: home, env: { HOME: home, R_LIBS_USER: join(home, 'library') } });
}

const say = (name: string) => `cat("\\nsaid:", ${name}::say(), "\\n")`;

describe('R', () => {
  it('FMT-101 publishes and installs exactly as Set Me Up shows', async () => {
    await work.write(prefixed('setup/mypackage', source('mypackage', '1.0.0')));
    const library = join(work.path, 'setup/library');
    await mkdir(library);
    const env = { R_LIBS_USER: library };
    const folders = { publish: 'mypackage', resolve: '.' };
    const result = await followSetup({ server: golden.server, key: golden.virtual, home: join(work.path, 'setup'), folders, env });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(await readdir(library)).toEqual(['mypackage']);
    expect((await startR('setup', golden.virtual, say('mypackage'))).stdout).toContain('said: mypackage 1.0.0');
    expect(await readFile(join(work.path, 'setup/.Rprofile'), 'utf8')).not.toContain(golden.server.token);
  });

  it('FMT-020 installs what an upstream has, beside our own, with its dependencies', async () => {
    await publish('upstream', golden.honest, 'theirbase', '0.2-1');
    await publish('upstream', golden.honest, 'theirtool', '1.2.0', ['Imports: theirbase (>= 0.2)']);
    for (const key of [golden.remote, golden.virtual]) {
      const { stdout } = await startR(`with-${key}`, key, `install("theirtool"); ${say('theirtool')}; ${say('theirbase')}`);
      expect(stdout).toContain('said: theirtool 1.2.0');
      expect(stdout).toContain('said: theirbase 0.2-1');
    }
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    await publish('upstream', golden.hostile, 'mypackage', '99.0.0');
    const { stdout } = await startR('claimed', golden.virtual, `install("mypackage"); ${say('mypackage')}`);
    expect(stdout).toContain('said: mypackage 1.0.0');
    const address = `api/cran/${golden.virtual}/src/contrib/mypackage_99.0.0.tar.gz`;
    expect((await golden.server.ask(address)).status).toBe(404);
  });

  it('FMT-020 lists the newest version, and keeps those before it in the archive, ours and an upstream’s', async () => {
    for (const [side, key, asked] of [
      ['server', golden.local, golden.local],
      ['upstream', golden.honest, golden.remote],
    ] as const) {
      const name = `moving.${side}`;
      for (const version of ['1.9', '1.10', '1.10-1', '1.2']) await publish(side, key, name, version, [], version === '1.2' ? 'POST' : 'PUT');
      const code = `p <- available.packages(); cat(sum(p[, "Package"] == "${name}"), p["${name}", "Version"], "\\n")
        install(paste0(getOption("repos")[[1]], "/src/contrib/Archive/${name}/${name}_1.9.tar.gz"), repos = NULL); ${say(name)}
        update.packages(ask = FALSE, lib.loc = .libPaths()[1], INSTALL_opts = "--no-byte-compile"); cat(as.character(packageVersion("${name}")))`;
      const { stdout } = await startR(`archive-${side}`, asked, code);
      expect(stdout).toContain('1 1.10-1 \n');
      expect(stdout).toContain(`said: ${name} 1.9`);
      expect(stdout).toMatch(/1\.10\.1$/);
    }
  });

  it('FMT-020 says the same in all three spellings of a listing, with letters of any language', async () => {
    await publish('server', golden.local, 'letters', '1.0.0', [
      'Encoding: UTF-8',
      'Suggests: mypackage (>=',
      '    1.0.0)',
      'Depends: R (>= 3.5)',
      'OS_type: unix',
    ]);
    const code = `
      read <- function(name) { file <- tempfile(); download.file(paste0(getOption("repos"), "/src/contrib/", name), file, quiet = TRUE, mode = "wb"); file }
      text <- read.dcf(read("PACKAGES")); packed <- read.dcf(read("PACKAGES.gz")); rds <- readRDS(read("PACKAGES.rds"))
      columns <- colnames(text)
      rownames(rds) <- NULL
      cat(identical(text, packed), identical(text, rds[, columns, drop = FALSE]), all(is.na(rds[, setdiff(colnames(rds), columns)])), "\\n")
      cat(rds[rds[, "Package"] == "letters", c("Depends", "Suggests", "OS_type")], sep = "|")`;
    expect((await startR('spellings', golden.virtual, code)).stdout).toBe('TRUE TRUE TRUE \nR (>= 3.5)|mypackage (>= 1.0.0)|unix');
  });

  it('FMT-020 installs what was built, from the folder of its system and line of R', async () => {
    const home = join(work.path, 'built');
    await work.write(prefixed('built/made.ready', source('made.ready', '2.0.0')));
    await mkdir(join(home, 'library'));
    await mustRun('R', ['CMD', 'INSTALL', '--build', '--library=library', 'made.ready'], { cwd: home, env: { HOME: home } });
    const file = (await readdir(home)).find((name) => name.startsWith('made.ready_') && name.endsWith('.tar.gz')) ?? '';
    const body = new Uint8Array(await readFile(join(home, file)));
    const answer = await golden.server.ask(`api/cran/${golden.local}/binaries?distribution=linux&rVersion=4.2`, { method: 'POST', body });
    expect(answer.status, await answer.text()).toBe(201);
    const code = `p <- available.packages(contriburl = paste0(getOption("repos"), "/bin/linux/contrib/4.2"), fields = "Built")
      cat(p[, "Package"], grepl("^R 4", p[, "Built"]), "\\n")
      file <- download.packages("made.ready", tempdir(), available = p, type = "source")[, 2]
      install(file, repos = NULL); ${say('made.ready')}`;
    const { output } = await startR('from-built', golden.virtual, code);
    expect(output).toContain('made.ready TRUE');
    expect(output).toContain('installing *binary* package');
    expect(output).toContain('said: made.ready 2.0.0');
  });

  it('FMT-020 refuses strangers, and other sources of a version that is there', async () => {
    const refused = await startR('stranger', golden.local, 'install("mypackage")', runProgram);
    expect(refused.output).toMatch(/401|403/);
    expect(await readdir(join(work.path, 'stranger/library'))).toEqual([]);
    const body = new Uint8Array(await build('mypackage', '1.0.0', ['URL: https://example.org']));
    const answer = await golden.server.ask(`api/cran/${golden.local}/src/contrib/mypackage_1.0.0.tar.gz`, { method: 'PUT', body });
    expect([403, 409]).toContain(answer.status);
  });
});
