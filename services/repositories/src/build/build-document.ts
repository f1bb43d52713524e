import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { z } from 'zod';

const Text = z.string().nullish();
const Checksums = { sha1: Text, md5: Text, sha256: Text };

const BuildArtifact = z.looseObject({ name: z.string().default(''), type: Text, path: Text, originalDeploymentRepo: Text, ...Checksums });
const BuildDependency = z.looseObject({ id: z.string().default(''), type: Text, scopes: z.array(z.string().nullable()).nullish(), ...Checksums });
export const BuildModule = z.looseObject({
  id: z.string().default(''),
  type: Text,
  artifacts: z.array(BuildArtifact).nullish(),
  dependencies: z.array(BuildDependency).nullish(),
});
export type BuildModule = z.output<typeof BuildModule>;

const Status = z.looseObject({ status: Text, comment: Text, repository: Text, timestamp: Text, user: Text, ciUser: Text });

/** The document of a build run. What is not named here is kept as it came. */
export const BuildDocument = z.looseObject({
  name: z.string().min(1).max(255),
  number: z.union([z.string().min(1).max(255), z.number()]).transform(String),
  started: z.string(),
  url: Text,
  agent: z.looseObject({ name: Text, version: Text }).nullish(),
  buildAgent: z.looseObject({ name: Text, version: Text }).nullish(),
  modules: z.array(BuildModule).nullish(),
  properties: z.record(z.string(), z.unknown()).nullish(),
  statuses: z.array(Status).nullish(),
});
export type BuildDocument = z.output<typeof BuildDocument>;

/** `2026-01-02T03:04:05.678+0000`, as build tools write it. @throws AppError `bad_request` */
export function startedAt(started: string): Date {
  const time = new Date(started.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (Number.isNaN(time.getTime())) throw new AppError(storageWords.build_start_unfit, { text: started });
  return time;
}

/** @throws AppError `bad_request` */
export function parseBuild(value: unknown): BuildDocument {
  const parsed = BuildDocument.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError(storageWords.build_document_invalid, { problems: z.prettifyError(parsed.error) });
}

/** Environment and settings as text, for searching. */
export function textProperties(document: BuildDocument): Record<string, string> {
  return Object.fromEntries(
    Object.entries(document.properties ?? {}).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value ?? '')]),
  );
}

/** `gradle/8.5`, when the document says. */
export function findAgent({ agent, buildAgent }: BuildDocument): string | null {
  const known = [buildAgent, agent].find((one) => one?.name);
  return known ? [known.name, known.version].filter(Boolean).join('/') : null;
}
