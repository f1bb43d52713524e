import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { type Bomb, repeat } from './upload-bombs.ts';

/** A listing of an upstream, and the address under which a client makes the platform read it. */
export interface Listing {
  readonly title: string;
  readonly format: FormatId;
  /** Of the upstream. */
  readonly place: string;
  /** Of the client, below its repository. */
  readonly asked: string;
  readonly contentType: string;
  readonly body: () => string;
  /** Rules of the firewall judge its versions. */
  readonly isJudged?: true;
}

const numbers = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at));

/** Documents as the largest of their kinds are, and such as nobody writes. */
export const listings: readonly Listing[] = [
  {
    title: 'packument of 5 million lists',
    format: 'npm',
    place: '/lists',
    asked: 'api/npm/KEY/lists',
    contentType: 'application/json',
    body: () =>
      `{"name":"lists","versions":{"1.0.0":{"name":"lists","version":"1.0.0","files":[${repeat('[],', 15_000_000)}[]],"dist":{"tarball":"/lists.tgz"}}}}`,
  },
  {
    title: 'packument of 20,000 versions',
    format: 'npm',
    place: '/versions',
    asked: 'api/npm/KEY/versions',
    contentType: 'application/json',
    body: () => {
      const version = (at: number) => [
        `1.0.${at}`,
        { name: 'versions', version: `1.0.${at}`, description: 'x'.repeat(300), dist: { tarball: `/v-${at}.tgz` } },
      ];
      return JSON.stringify({ name: 'versions', versions: Object.fromEntries(numbers(20_000, String).map((at) => version(Number(at)))) });
    },
  },
  {
    title: 'simple page of 100,000 links',
    format: 'pypi',
    place: '/simple/links/',
    asked: 'api/pypi/KEY/simple/links/',
    contentType: 'text/html',
    body: () =>
      `<html><body>${numbers(100_000, (at) => `<a href="/links-1.${at}.tar.gz#sha256=${'a'.repeat(64)}">links-1.${at}.tar.gz</a><br>`).join('\n')}</body></html>`,
  },
  {
    title: 'simple page of open angle brackets',
    format: 'pypi',
    place: '/simple/angles/',
    asked: 'api/pypi/KEY/simple/angles/',
    contentType: 'text/html',
    body: () => `<html><body>${repeat('<a ', 3_000_000)}</body></html>`,
  },
  {
    title: 'chart index of 4,000 versions',
    format: 'helm',
    place: '/index.yaml',
    asked: 'api/helm/KEY/index.yaml',
    contentType: 'text/yaml',
    body: () =>
      `apiVersion: v1\nentries:\n  hello:\n${numbers(4000, (at) => `  - name: hello\n    version: 1.0.${at}\n    urls: [hello-1.0.${at}.tgz]\n    digest: ${'a'.repeat(64)}\n`).join('')}`,
  },
  {
    title: 'chart index of 10,000 versions, judged by rules',
    format: 'helm',
    place: '/judged/index.yaml',
    asked: 'api/helm/KEY/index.yaml',
    contentType: 'text/yaml',
    isJudged: true,
    body: () => {
      const entry = (at: number) => {
        const created = new Date(Date.UTC(2024, 0, 1) + at * 3_600_000).toISOString();
        return `  - name: hello\n    version: 1.0.${at}\n    created: ${created}\n    urls: [hello-1.0.${at}.tgz]\n    annotations: {licenses: MIT}\n`;
      };
      return `apiVersion: v1\nentries:\n  hello:\n${numbers(10_000, entry).join('')}`;
    },
  },
  {
    title: '`maven-metadata.xml` of a million empty elements',
    format: 'maven',
    place: '/a/b/maven-metadata.xml',
    asked: 'KEY/a/b/maven-metadata.xml',
    contentType: 'application/xml',
    body: () => `<metadata><groupId>a</groupId><artifactId>b</artifactId><versioning><versions>${repeat('<a/>', 4_000_000)}</versions></versioning></metadata>`,
  },
  {
    title: 'list of 200,000 Go versions',
    format: 'go',
    place: '/example.org/a/@v/list',
    asked: 'api/go/KEY/example.org/a/@v/list',
    contentType: 'text/plain',
    body: () => numbers(200_000, (at) => `v1.0.${at}`).join('\n'),
  },
];

/** Serves the listings as if they were upstreams' own. */
export async function startHostileUpstream(): Promise<{ url: string; stop(): void }> {
  const bodies = new Map(listings.map((one) => [one.place, { type: one.contentType, body: Buffer.from(one.body()) }]));
  const server = createServer((request, response) => {
    const found = bodies.get(decodeURIComponent(request.url ?? ''));
    if (found) response.writeHead(200, { 'content-type': found.type, 'content-length': found.body.length }).end(found.body);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Repositories of this pattern are judged by rules. */
export const judgedKeys = 'hostile-judged-*';

/** The repository of one round: what was read once is kept. */
export const remoteKey = ({ format, isJudged }: Pick<Listing, 'format' | 'isJudged'>, round: number): string =>
  `hostile-${isJudged ? 'judged-' : ''}${format}-remote-${round}`;

/** The requests that make the platform read them. */
export const upstreamBombs = (round: number): readonly Bomb[] =>
  listings.map((one) => ({ title: one.title, method: 'GET', path: `/artifactory/${one.asked.replace('KEY', remoteKey(one, round))}` }));
