import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, type ProgramResult, runProgram } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('huggingfaceml', 'huggingfaceml'), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

type Side = 'server' | 'upstream';
let count = 0;

/** The environment of a client that knows nothing of earlier. */
const makeEnvironment = (side: Side, key: string, token = golden[side].token) => ({
  HOME: work.path,
  HF_HOME: join(work.path, `home-${++count}`),
  HF_ENDPOINT: golden[side].protocol(key, 'huggingfaceml'),
  HF_HUB_DISABLE_XET: '1',
  HF_HUB_DISABLE_TELEMETRY: '1',
  ...(token ? { HF_TOKEN: token } : {}),
});

/** A program in the client's own language; what it prints last is JSON. */
async function ask<Answer>(side: Side, key: string, code: string): Promise<Answer> {
  const script = `import json, os\nfrom huggingface_hub import *\nfrom huggingface_hub.utils import *\napi = HfApi()\n${code}`;
  const python = join(dirname(client('huggingface-hub')), 'python3');
  const { stdout } = await mustRun(python, ['-c', script], { cwd: work.path, env: makeEnvironment(side, key) });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Answer;
}

async function upload(side: Side, key: string, name: string, files: Record<string, string>, ...more: string[]): Promise<ProgramResult> {
  const folder = `made-${++count}`;
  await work.write(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text])));
  return mustRun(client('huggingface-hub'), ['upload', name, '.', ...more], { cwd: join(work.path, folder), env: makeEnvironment(side, key) });
}

/** Fetches a model into a folder of its own; answers where that is. */
async function download(key: string, name: string, ...more: string[]): Promise<string> {
  const folder = join(work.path, `got-${++count}`);
  await mustRun(client('huggingface-hub'), ['download', name, '--local-dir', folder, ...more], { cwd: work.path, env: makeEnvironment('server', key) });
  return folder;
}

const read = (folder: string, file: string) => readFile(join(folder, file), 'utf8');
const card = '---\nlicense: mit\npipeline_tag: text-classification\n---\n# Hello\n';
const snapshot = (name: string, revision = 'main') => `
folder = snapshot_download("${name}", revision="${revision}")
print(json.dumps({name: open(os.path.join(folder, name)).read() for name in sorted(os.listdir(folder)) if os.path.isfile(os.path.join(folder, name))}))`;

describe('huggingface_hub', () => {
  it('FMT-101 uploads and downloads exactly as Set Me Up shows', async () => {
    await work.write({ 'setup/model/README.md': card, 'setup/model/config.json': '{"version": 1}', 'setup/model/onnx/model.onnx': 'weights' });
    const home = join(work.path, 'setup');
    const env = { PATH: `${dirname(client('huggingface-hub'))}:${process.env.PATH ?? ''}` };
    const result = await followSetup({ server: golden.server, key: golden.virtual, home, folders: { publish: 'model', resolve: '.' }, env });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(await read(join(home, 'hello'), 'onnx/model.onnx')).toBe('weights');
    expect(await read(join(home, 'hello'), 'config.json')).toBe('{"version": 1}');
  });

  it('FMT-027 takes large files as they come, gives parts of them, and keeps nothing of an upload beside them', async () => {
    const bytes = randomBytes(40 * 1024 * 1024);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await work.write({ 'large/README.md': card });
    await writeFile(join(work.path, 'large/model.safetensors'), bytes);
    const run = { cwd: join(work.path, 'large'), env: makeEnvironment('server', golden.local) };
    await mustRun(client('huggingface-hub'), ['upload', 'acme/large', '.'], run);
    for (const key of [golden.local, golden.virtual]) {
      const got = await readFile(join(await download(key, 'acme/large'), 'model.safetensors'));
      expect(createHash('sha256').update(got).digest('hex')).toBe(sha256);
    }
    const address = `api/huggingfaceml/${golden.local}/acme/large/resolve/main/model.safetensors`;
    const part = await golden.server.ask(address, { headers: { range: 'bytes=1000-1999' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true);
    const stored = await golden.server.ask(`api/storage/${golden.local}/models/acme/large?list&deep=1`);
    expect(JSON.stringify(await stored.json())).not.toContain('.upload-');
  });

  it('FMT-027 keeps every revision, with branches, tags and what changed', async () => {
    await upload('server', golden.local, 'acme/history', { 'README.md': card, 'config.json': '1', 'old.txt': 'old' }, '--commit-message', 'First');
    await upload('server', golden.local, 'acme/history', { 'config.json': '2' }, '--commit-message', 'Second', '--delete', 'old.txt');
    const seen = await ask<Record<string, unknown>>(
      'server',
      golden.local,
      `
commits = api.list_repo_commits("acme/history")
api.create_tag("acme/history", tag="v1", revision=commits[1].commit_id)
api.create_branch("acme/history", branch="dev")
api.upload_file(path_or_fileobj=b"3", path_in_repo="config.json", repo_id="acme/history", revision="dev")
refs = api.list_repo_refs("acme/history")
info = api.model_info("acme/history", files_metadata=True)
paths = api.get_paths_info("acme/history", ["config.json", "none"])
out = {
  "titles": [c.title for c in commits],
  "branches": sorted(b.name for b in refs.branches), "tags": [t.name for t in refs.tags],
  "tagged": open(hf_hub_download("acme/history", "config.json", revision="v1")).read(),
  "dev": open(hf_hub_download("acme/history", "config.json", revision="dev")).read(),
  "main": open(hf_hub_download("acme/history", "config.json")).read(),
  "files": sorted(api.list_repo_files("acme/history")), "before": sorted(api.list_repo_files("acme/history", revision="v1")),
  "task": info.pipeline_tag, "sizes": [s.size for s in info.siblings if s.rfilename == "config.json"], "paths": [p.path for p in paths],
  "missing": api.file_exists("acme/history", "none"), "there": api.file_exists("acme/history", "config.json"), "nobody": api.repo_exists("acme/nobody"),
}
api.delete_branch("acme/history", branch="dev")
api.delete_tag("acme/history", tag="v1")
refs = api.list_repo_refs("acme/history")
out["left"] = [b.name for b in refs.branches] + [t.name for t in refs.tags]
print(json.dumps(out))`,
    );
    expect(seen).toEqual({
      titles: ['Second', 'First'],
      branches: ['dev', 'main'],
      tags: ['v1'],
      tagged: '1',
      dev: '3',
      main: '2',
      files: ['README.md', 'config.json'],
      before: ['README.md', 'config.json', 'old.txt'],
      task: 'text-classification',
      sizes: [1],
      paths: ['config.json'],
      missing: false,
      there: true,
      nobody: false,
      left: ['main'],
    });
  });

  it('FMT-027 gives what an upstream has, beside our own, datasets and spaces too', async () => {
    await upload('upstream', golden.honest, 'theirs/model', { 'README.md': card, 'weights.bin': 'theirs' });
    await upload('upstream', golden.honest, 'theirs/words', { 'words.csv': 'a,b' }, '--repo-type', 'dataset');
    for (const key of [golden.remote, golden.virtual]) {
      expect(await ask('server', key, snapshot('theirs/model'))).toEqual({ 'README.md': card, 'weights.bin': 'theirs' });
      expect(await read(await download(key, 'hf://datasets/theirs/words'), 'words.csv')).toBe('a,b');
      expect(await ask('server', key, 'print(json.dumps([m.id for m in api.list_models(search="model")]))')).toContain('theirs/model');
    }
    await upload('upstream', golden.honest, 'theirs/model', { 'weights.bin': 'theirs, newer' });
    expect(await read(await download(golden.virtual, 'theirs/model'), 'weights.bin')).toBe('theirs, newer');
  });

  it('FMT-027 tells a file by its content whether it is kept here yet or not', async () => {
    await upload('upstream', golden.honest, 'theirs/heads', { 'weights.bin': 'to be asked for' });
    const sum = createHash('sha256').update('to be asked for').digest('hex');
    for (const _ of ['before', 'after']) {
      const head = await golden.server.ask(`api/huggingfaceml/${golden.remote}/theirs/heads/resolve/main/weights.bin`, { method: 'HEAD' });
      expect([head.status, head.headers.get('x-linked-etag'), head.headers.get('content-length')]).toEqual([200, `"${sum}"`, '15']);
      expect(head.headers.get('x-repo-commit')).toMatch(/^[0-9a-f]{40}$/);
      await download(golden.remote, 'theirs/heads');
    }
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    await upload('server', golden.local, 'acme/claimed', { 'config.json': 'ours' });
    await upload('upstream', golden.hostile, 'acme/claimed', { 'config.json': '99.0.0', 'evil.bin': 'x' });
    expect(await ask('server', golden.virtual, snapshot('acme/claimed'))).toEqual({ 'config.json': 'ours' });
    const [their] = await ask<[string]>('upstream', golden.hostile, 'print(json.dumps([api.model_info("acme/claimed").sha]))');
    expect((await golden.server.ask(`api/huggingfaceml/${golden.virtual}/acme/claimed/resolve/${their}/evil.bin`)).status).toBe(404);
  });

  it('FMT-027 loses nothing of commits at the same time', async () => {
    await upload('server', golden.local, 'acme/busy', { 'config.json': '0' });
    const outcome = await ask<{ taken: number; refused: number; files: string[] }>(
      'server',
      golden.local,
      `
from concurrent.futures import ThreadPoolExecutor
def add(number):
  for _ in range(50):
    try:
      api.upload_file(path_or_fileobj=str(number).encode(), path_in_repo=f"{number}.txt", repo_id="acme/busy")
      return True
    except HfHubHTTPError as error:
      if error.response.status_code != 409: raise
  return False
with ThreadPoolExecutor(4) as pool: taken = list(pool.map(add, range(6)))
print(json.dumps({"taken": sum(taken), "files": sorted(api.list_repo_files("acme/busy"))}))`,
    );
    expect(outcome).toEqual({ taken: 6, files: ['0.txt', '1.txt', '2.txt', '3.txt', '4.txt', '5.txt', 'config.json'] });
  });

  it('FMT-027 says who somebody is, checks model cards, and removes a model', async () => {
    await upload('server', golden.local, 'acme/short', { 'config.json': '0' });
    const seen = await ask<Record<string, unknown>>(
      'server',
      golden.virtual,
      `
out = {"name": api.whoami()["name"]}
try:
  api.upload_file(path_or_fileobj=b"---\\nlicense: [mit\\n---\\n", path_in_repo="README.md", repo_id="acme/short")
except ValueError as error:
  out["flaw"] = "YAML" in str(error)
api.delete_repo("acme/short")
out["there"] = api.repo_exists("acme/short")
print(json.dumps(out))`,
    );
    expect(seen).toEqual({ name: 'admin', flaw: true, there: false });
  });

  it('FMT-027 refuses strangers, and says so in the words of the client', async () => {
    const folder = join(work.path, 'stranger');
    const env = makeEnvironment('server', golden.local, '');
    const refused = await runProgram(client('huggingface-hub'), ['download', 'acme/claimed', '--local-dir', folder], { cwd: work.path, env });
    expect(refused.code).not.toBe(0);
    expect(await readdir(folder).catch(() => [])).not.toContain('config.json');
    const sent = await runProgram(client('huggingface-hub'), ['upload', 'acme/claimed', '.'], { cwd: work.path, env });
    expect(sent.code).not.toBe(0);
    expect(sent.output).toMatch(/401|Unauthorized|logged in|Repository Not Found/);
  });
});
