import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import type { Outgoing } from '@packhouse/kernel/outgoing/outgoing.ts';
import { type HeldFile, readBatch, readSizes, readTree, type TreeFile } from './git-output.ts';
import { type GitOutcome, type GitPlace, type GitRun, runGit } from './git-program.ts';
import { openGitProxy } from './git-proxy.ts';
import { type GitLimits, type GitSource, isOid, isRefName, type KeepFile, type TakeFile, usualGitLimits } from './git-source.ts';

/** One reading of a repository: bare, without a checkout, so that nothing of it is ever run. */
export interface GitSession {
  /** Commits of refs, as the server has them now; `HEAD` is what the default branch has. Refs that are not there are left out. */
  refs(names: readonly string[]): Promise<{ refs: Map<string, string>; defaultBranch: string | undefined }>;
  /** Fetches a commit without its files' contents, by its ref or by itself. */
  fetch(what: string): Promise<string>;
  /** Files of a commit that somebody wants. */
  tree(commit: string, isWanted: (path: string) => boolean): Promise<TreeFile[]>;
  /** Contents of files, in one more fetch for all of them. Only so many bytes are held at once: the next ones are read when the last were taken. */
  files(oids: readonly string[], take: KeepFile): Promise<void>;
  /** Bytes that came so far. */
  received(): number;
  close(): Promise<void>;
}

const longestWords = 300;

/** What the platform itself trusts, where an administrator added authorities of their own. https://nodejs.org/api/cli.html#node_extra_ca_certsfile */
const findAuthorities = (): readonly string[] | undefined => (process.env.NODE_EXTRA_CA_CERTS === undefined ? undefined : getCACertificates('default'));

/** Parts files so that no part has more bytes than this, unless it is one file. */
function partFiles(files: readonly HeldFile[], most: number): HeldFile[][] {
  const parts: HeldFile[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    bytes += file.size;
    if (bytes > most) {
      parts.push([]);
      bytes = file.size;
    }
    parts.at(-1)!.push(file);
  }
  return parts;
}

/** Hides what must not be told, and what is not for people. */
function tidy(text: string, { secrets }: GitSource, home: string): string {
  let said = text.replaceAll(home, '…');
  for (const secret of secrets) if (secret !== '') said = said.replaceAll(secret, '…').replaceAll(Buffer.from(secret).toString('base64'), '…');
  const lines = said.split(/\r?\n|\r/).filter((line) => /^(?:fatal|error|remote): /.test(line));
  return (lines.at(-1) ?? said.trim()).slice(0, longestWords);
}

class Session implements GitSession {
  readonly #place: GitPlace;
  readonly #limits: GitLimits;
  readonly #count: () => number;
  readonly #host: string;
  #isReady = false;
  /** The server gave all contents at once. */
  #ignoresFilter = false;

  constructor(place: GitPlace, limits: GitLimits, count: () => number) {
    this.#place = place;
    this.#limits = limits;
    this.#count = count;
    this.#host = new URL(place.source.url).host;
  }

  #fail({ errors }: GitOutcome): AppError {
    const { proxy, source, home } = this.#place;
    const refusal = proxy.refusal();
    if (refusal instanceof AppError) return refusal;
    const host = this.#host;
    if (/Authentication failed|could not read Username|HTTP (?:code = )?40[13]|error: 40[13]/i.test(errors))
      return new AppError(gitWords.git_refuses, { host });
    if (/certificate|SSL: no alternative/i.test(errors)) return new AppError(gitWords.git_certificate, { host });
    if (/not found|couldn't find remote ref|not our ref|error: 404/i.test(errors)) return new AppError(gitWords.git_lacks_it, { host });
    if (/unable to update url base from redirection|error: 30[12378]/i.test(errors)) return new AppError(gitWords.vendor_redirects, { host, status: 302 });
    return new AppError(gitWords.git_fails, { host, why: tidy(errors, source, home) });
  }

  async #run(run: GitRun): Promise<GitOutcome> {
    const outcome = await runGit(this.#place, run);
    if (outcome.code !== 0) throw this.#fail(outcome);
    return outcome;
  }

  async #prepare(): Promise<void> {
    if (this.#isReady) return;
    await this.#run({ args: ['init', '--quiet', '--bare', '--template='], offline: true });
    await this.#run({ args: ['remote', 'add', 'origin', '--', this.#place.source.url], offline: true });
    this.#isReady = true;
  }

  async refs(names: readonly string[]) {
    const wanted = names.filter((name) => name === 'HEAD' || isRefName(name));
    const { output } = await this.#run({ args: ['ls-remote', '--quiet', '--symref', '--', this.#place.source.url, ...wanted] });
    const refs = new Map<string, string>();
    let defaultBranch: string | undefined;
    for (const line of output.split('\n')) {
      const [, branch] = /^ref: refs\/heads\/(\S+)\tHEAD$/.exec(line) ?? [];
      if (branch !== undefined && isRefName(`refs/heads/${branch}`)) defaultBranch = branch;
      const [, oid = '', ref = ''] = /^([0-9a-f]+)\t(\S+)$/.exec(line) ?? [];
      if (isOid(oid) && wanted.includes(ref)) refs.set(ref, oid);
    }
    return { refs, defaultBranch };
  }

  async fetch(what: string): Promise<string> {
    if (!isOid(what) && what !== 'HEAD' && !isRefName(what)) throw new AppError(gitWords.git_ref_impossible);
    await this.#prepare();
    const options = ['--quiet', '--depth=1', '--filter=blob:none', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
    const { errors } = await this.#run({ args: ['fetch', ...options, '--', 'origin', `+${what}:refs/packhouse/wanted`] });
    if (/filtering not recognized/.test(errors)) this.#ignoresFilter = true;
    const { output } = await this.#run({ args: ['rev-parse', '--verify', '--quiet', 'refs/packhouse/wanted^{commit}'], offline: true });
    return output.trim();
  }

  tree(commit: string, isWanted: (path: string) => boolean): Promise<TreeFile[]> {
    if (!isOid(commit)) throw new AppError(gitWords.git_ref_impossible);
    const tooMany = () => new AppError(gitWords.git_too_many_files, { count: this.#limits.entries });
    const reader = readTree(this.#limits.entries, isWanted, tooMany);
    return this.#run({ args: ['ls-tree', '-r', '-z', '--full-tree', commit], offline: true, take: reader.take }).then(reader.end);
  }

  async files(oids: readonly string[], take: KeepFile): Promise<void> {
    const wanted = [...new Set(oids)].filter(isOid);
    if (wanted.length === 0) return;
    const input = `${wanted.join('\n')}\n`;
    if (!this.#ignoresFilter)
      await this.#run({
        args: ['fetch', '--quiet', '--filter=blob:none', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--stdin', 'origin'],
        input,
      });
    // A few bytes may unpack to very many: how large each is, is known before any is read.
    const { held, others } = readSizes((await this.#run({ args: ['cat-file', '--batch-check'], input, offline: true })).output);
    for (const oid of others) await take(oid, undefined, 'absent');
    for (const { oid } of held.filter(({ size }) => size > this.#limits.file)) await take(oid, undefined, 'too large');
    const small = held.filter(({ size }) => size <= this.#limits.file);
    for (const part of partFiles(small, this.#limits.held)) for (const [oid, bytes, why] of await this.#readPart(part)) await take(oid, bytes, why);
  }

  async #readPart(part: readonly HeldFile[]): Promise<Parameters<TakeFile>[]> {
    const contents: Parameters<TakeFile>[] = [];
    const reader = readBatch(this.#limits.file, (...content) => contents.push(content));
    await this.#run({ args: ['cat-file', '--batch'], input: part.map(({ oid }) => `${oid}\n`).join(''), offline: true, take: reader.take });
    reader.end();
    return contents;
  }

  received = () => this.#count();

  async close(): Promise<void> {
    await this.#place.proxy.close();
    await rm(this.#place.home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Begins to read a repository, within the limits and until the signal ends it; whoever opens it closes it. */
export async function openGit(
  outgoing: Pick<Outgoing, 'request' | 'tunnel'>,
  source: GitSource,
  options: { signal: AbortSignal; limits?: GitLimits; authorities?: readonly string[] | undefined },
): Promise<GitSession> {
  const limits = options.limits ?? usualGitLimits;
  const url = new URL(source.url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AppError('address_refused');
  const over = new AbortController();
  let received = 0;
  const timer = setTimeout(() => over.abort(new AppError(gitWords.git_too_slow, { host: url.host, minutes: Math.ceil(limits.time / 60_000) })), limits.time);
  const proxy = await openGitProxy(outgoing, url, (bytes) => {
    received += bytes;
    if (received > limits.received) over.abort(new AppError(gitWords.git_too_much, { host: url.host, size: Math.round(limits.received / 1024 ** 2) }));
  });
  const home = await mkdtemp(join(tmpdir(), 'packhouse-git-'));
  const trusted = options.authorities ?? findAuthorities();
  const authorities = trusted && join(home, 'authorities.pem');
  if (authorities) await writeFile(authorities, trusted.join('\n'));
  const place = { home, source, proxy, authorities, signal: AbortSignal.any([options.signal, over.signal]) };
  const session = new Session(place, limits, () => received);
  return Object.assign(session, {
    async close() {
      clearTimeout(timer);
      await Session.prototype.close.call(session);
    },
  });
}
