import { createHash } from 'node:crypto';

/** The platform as a client of the demonstration sees it: addresses, and the credentials of an administrator. */
export interface DemoClient {
  /** Sends one request. What is there already is as good as new. @throws Error with the server's words */
  send(method: string, path: string, body?: string | Buffer | FormData, headers?: Record<string, string>): Promise<Response>;
  /** A document. */
  json(method: string, path: string, body: unknown): Promise<Response>;
}

/** One package of the imagined company, in the versions it has had. */
export interface DemoPackage {
  name: string;
  description: string;
  licence: string;
  versions: readonly string[];
}

/** An invented vulnerability of an invented package. */
export interface DemoAdvisory {
  name: string;
  summary: string;
  /** Affected are all versions before it; all there are where nothing mends it. */
  fixed?: string;
  score: string;
  withdrawn?: string;
}

/** A release bundle, of files that a query over items finds. */
export interface DemoReleaseBundle {
  name: string;
  version: string;
  description: string;
  notes: string;
  criteria: object;
  signed: boolean;
}

/** Tells what a small web shop's teams make in one format, and how it gets into a repository. */
export interface FormatDemo {
  readonly packages: readonly DemoPackage[];
  /** As the format's own client does. `repository` is the key of a local one. */
  publish(client: DemoClient, repository: string, one: DemoPackage, version: string): Promise<void>;
  /** Address below `/artifactory/` where clients fetch a version; absent: nobody fetches any. */
  addressOf?(repository: string, name: string, version: string): string;
  readonly advisories?: readonly DemoAdvisory[];
  releaseBundles?(repository: string): readonly DemoReleaseBundle[];
  /** Records runs of builds that made the packages; answers how many. */
  publishBuilds?(client: DemoClient, repository: string): Promise<number>;
  /** The project of the demonstration owns the repository. */
  readonly inProject?: true;
}

export const licences = { mit: 'MIT', apache: 'Apache-2.0' } as const;

/** How bad the invented vulnerabilities are. */
export const scores = {
  severe: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  high: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  medium: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:L/A:N',
  low: 'CVSS:3.1/AV:L/AC:H/PR:L/UI:R/S:U/C:L/I:N/A:N',
} as const;

export const computeDigest = (algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', content: string | Buffer, encoding: 'hex' | 'base64' = 'hex') =>
  createHash(algorithm).update(content).digest(encoding);

/** Gives what stands on the first page of a package. */
export const getReadme = ({ name, description, licence, versions }: DemoPackage, install: string) => `# ${name}

${description}.

## Install

\`\`\`
${install}
\`\`\`

## What it promises

| | |
| --- | --- |
| Releases | ${versions.join(', ')} |
| Kept for | the newest two of each year |
| Asked about | in the channel of its team |

1. Nothing that worked in a minor release stops working in the next one.
2. A new major release says what to change, and why.

> Found something wrong? Say which version you use, and what you expected instead.

## Licence

${licence}
`;
