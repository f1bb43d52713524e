import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProposedUpstreams } from '@packhouse/contract/proposed-upstreams.ts';
import { chosenServices } from '@packhouse/contract/shell/service-names.ts';
import { featureNames, installationTraits } from '@packhouse/contract/shell/shell-routes.ts';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

/** An S3-compatible store, as under `blobs.s3`. */
export const S3Config = z.strictObject({
  bucket: z.string().min(1),
  endpoint: z.url().optional(),
  region: z.string().default('us-east-1'),
  accessKeyId: z.string().optional(),
  secretAccessKey: z.string().optional(),
  forcePathStyle: z.boolean().default(true),
  prefix: z.string().default(''),
  /** Answer downloads with a redirect to a presigned URL. */
  redirect: z.boolean().default(false),
});

/** The whole configuration: one schema for the YAML file and the environment. */
export const ConfigSchema = z.strictObject({
  home: z.string(),
  port: z.int().min(0).max(65535).default(8082),
  /** Address to listen on. */
  host: z.string().default('0.0.0.0'),
  /** Absolute URL that clients reach the platform under; computed from each request when absent. */
  baseUrl: z.url().optional(),
  adminPassword: z.string().min(1).optional(),
  databaseUrl: z.string().optional(),
  /** Key of everything encrypted at rest, 64 hexadecimal digits, for nodes that share a database; made and kept in the home directory when absent. */
  masterKey: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits are expected')
    .optional(),
  /** Bearer token that lets a collector read /metrics; administrators may always. */
  metricsToken: z.string().min(16).optional(),
  workers: z.int().min(1).max(64).optional(),
  /** How long a node that is told to stop by SIGTERM goes on answering while its health addresses say 503, so that load balancers turn away from it first. */
  drainSeconds: z.number().min(0).max(600).default(0),
  /** Name of this node among those on one database; made at the first start and kept in the home directory when absent. */
  nodeId: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{0,62}$/, 'Use letters, digits, dots, dashes and underscores')
    .optional(),
  /** Services to start; all of them unless named. */
  services: z.array(z.enum(chosenServices)).default([...chosenServices]),
  /** Switches of the console that are turned on, or off with a leading `-`. */
  features: z.array(z.union([z.enum(featureNames), z.templateLiteral(['-', z.enum(featureNames)])])).default([]),
  /** Ed25519 key that licences must be signed with: in PEM, or its 32 bytes in base64url. Without one no licence can be installed. */
  licenceKey: z.string().min(43).max(500).optional(),
  /** These set this installation apart from an ordinary one. */
  installation: z.array(z.enum(installationTraits)).default([]),
  blobs: z
    .strictObject({
      s3: S3Config.optional(),
      /** Room on the disk of the blob store that uploads and caches leave free: `512m`, `2g`; `0` lets them fill it. */
      keepFree: z.union([z.int().min(0).transform(String), z.string().regex(/^\d+[kmg]?$/i, 'Write a size as 512m or 2g')]).optional(),
    })
    .default({}),
  log: z
    .strictObject({
      level: z.enum(['trace', 'debug', 'info', 'warn', 'error']).default('info'),
      keep: z.int().min(1).default(5),
      maxSize: z.string().default('20m'),
    })
    .prefault({}),
  /** Reverse proxies whose X-Forwarded-* headers are believed: addresses or ranges. */
  trustedProxies: z.array(z.string()).default([]),
  outgoing: z
    .strictObject({
      /** Private addresses or ranges that outgoing calls may contact. */
      allow: z.array(z.string()).default([]),
      proxy: z.url().optional(),
      /** Hosts contacted without the proxy: names, or endings such as `.example.org`. */
      noProxy: z.array(z.string()).default([]),
    })
    .prefault({}),
  defaults: z
    .strictObject({
      upstreams: ProposedUpstreams.default({}),
    })
    .prefault({}),
  session: z.strictObject({ hours: z.number().positive().default(12), rememberDays: z.number().positive().default(14) }).prefault({}),
});
export type Config = z.output<typeof ConfigSchema>;

/** A configuration that cannot be used; the message names every faulty key, with its line when it came from the file. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Read further down, or by clients and the demo command: whoever has set up a client in this terminal can start the platform in it all the same. */
const elsewhere = new Set(['PACKHOUSE_BACKUP_KEY', 'PACKHOUSE_LOG_LEVEL', 'PACKHOUSE_OUTGOING_ALLOW', 'PACKHOUSE_TOKEN', 'PACKHOUSE_URL']);

const numeric = (value: string) => (/^\d+$/.test(value) ? Number(value) : value);

function fromEnvironment(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const list = (value: string) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  const known: Record<string, [string, (value: string) => unknown]> = {
    PACKHOUSE_HOME: ['home', (value) => value],
    PACKHOUSE_PORT: ['port', numeric],
    PACKHOUSE_HOST: ['host', (value) => value],
    PACKHOUSE_BASE_URL: ['baseUrl', (value) => value],
    PACKHOUSE_ADMIN_PASSWORD: ['adminPassword', (value) => value],
    PACKHOUSE_WORKERS: ['workers', numeric],
    PACKHOUSE_DRAIN_SECONDS: ['drainSeconds', numeric],
    PACKHOUSE_NODE_ID: ['nodeId', (value) => value],
    PACKHOUSE_SERVICES: ['services', list],
    PACKHOUSE_FEATURES: ['features', list],
    PACKHOUSE_LICENCE_KEY: ['licenceKey', (value) => value],
    PACKHOUSE_INSTALLATION: ['installation', list],
    PACKHOUSE_TRUSTED_PROXIES: ['trustedProxies', list],
    PACKHOUSE_MASTER_KEY: ['masterKey', (value) => value],
    PACKHOUSE_METRICS_TOKEN: ['metricsToken', (value) => value],
    DATABASE_URL: ['databaseUrl', (value) => value],
  };
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value === '') continue;
    const entry = known[name];
    if (entry) values[entry[0]] = entry[1](value);
    else if (name.startsWith('PACKHOUSE_') && !name.startsWith('PACKHOUSE_TEST_') && !elsewhere.has(name))
      throw new ConfigError(
        `Unknown environment variable ${name}. Known ones: ${Object.keys(known).join(', ')}, PACKHOUSE_LOG_LEVEL, PACKHOUSE_OUTGOING_ALLOW`,
      );
  }
  if (env.PACKHOUSE_LOG_LEVEL) values.log = { level: env.PACKHOUSE_LOG_LEVEL };
  if (env.PACKHOUSE_OUTGOING_ALLOW) values.outgoing = { allow: list(env.PACKHOUSE_OUTGOING_ALLOW) };
  return values;
}

interface ConfigFile {
  name: string;
  values: Record<string, unknown>;
  /** The line, from 1, on which the value at this path stands. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

function readConfigFile(name: string): ConfigFile | undefined {
  let text: string;
  try {
    text = readFileSync(name, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const broken = document.errors[0];
  if (broken) throw new ConfigError(`${name}: ${broken.message}`);
  const values = document.toJS() ?? {};
  if (typeof values !== 'object' || Array.isArray(values)) throw new ConfigError(`${name}, line 1: keys and values are expected`);
  return {
    name,
    values,
    lineOf(path) {
      let node: unknown = document.contents;
      let offset: number | undefined;
      for (const part of path) {
        if (!isMap(node)) break;
        const pair = node.items.find((item) => isScalar(item.key) && item.key.value === part);
        if (!pair) break;
        offset = (pair.key as { range?: [number, number, number] }).range?.[0];
        node = pair.value;
      }
      return offset === undefined ? undefined : lines.linePos(offset).line;
    },
  };
}

function describe(issue: z.core.$ZodIssue, file: ConfigFile | undefined): string {
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths
    .map((path) => {
      const line = file?.lineOf(path);
      const place = line === undefined ? '' : `${file?.name}, line ${line}: `;
      return `${place}${path.join('.') || '(top)'}: ${issue.code === 'unrecognized_keys' ? 'unknown key' : issue.message}`;
    })
    .join('\n');
}

/**
 * Reads `<home>/etc/packhouse.yaml` (when there is one) and the environment, which wins.
 * @throws ConfigError naming every unknown or invalid key, with the file's line.
 */
export function readConfig(env: NodeJS.ProcessEnv, overrides: Partial<Config> = {}): Config {
  const environment = fromEnvironment(env);
  const home = resolve(overrides.home ?? String(environment.home ?? './var'));
  const file = readConfigFile(resolve(home, 'etc/packhouse.yaml'));
  const merged: Record<string, unknown> = { ...file?.values };
  for (const [key, value] of Object.entries({ ...environment, ...overrides, home })) {
    if (value === undefined) continue;
    const before = merged[key];
    merged[key] = typeof value === 'object' && !Array.isArray(value) && typeof before === 'object' ? { ...before, ...value } : value;
  }
  const parsed = ConfigSchema.safeParse(merged);
  if (parsed.success) return parsed.data;
  throw new ConfigError(`The configuration is not valid:\n${parsed.error.issues.map((issue) => describe(issue, file)).join('\n')}`);
}
