import { buffer } from 'node:stream/consumers';
import type { StagedFile } from '@packhouse/formats/format.ts';
import { requireFewValues } from '@packhouse/kernel/http/whole-body.ts';
import { z } from 'zod';
import { checked, parseJson } from '../reading/request-body.ts';
import { type BuildDocument, BuildModule, findAgent, parseBuild, textProperties } from './build-document.ts';

/** A build run as it is written into the database: whatever is long is a text already, so that it travels between threads as it is. */
export interface BuildRecord {
  name: string;
  number: string;
  started: string;
  url: string | null;
  agent: string | null;
  properties: string;
  statuses: string;
  modules: readonly { name: string; type: string | null; artifacts?: string; dependencies?: string }[];
  /** The document itself. */
  bytes: Uint8Array;
}

type Statuses = readonly Record<string, unknown>[];

function toRecord(document: BuildDocument): BuildRecord {
  return {
    name: document.name,
    number: document.number,
    started: document.started,
    url: document.url ?? null,
    agent: findAgent(document),
    properties: JSON.stringify(textProperties(document)),
    statuses: JSON.stringify(document.statuses ?? []),
    modules: (document.modules ?? []).map(({ id, type, artifacts, dependencies }) => ({
      name: id,
      type: type ?? null,
      ...(artifacts?.length ? { artifacts: JSON.stringify(artifacts) } : {}),
      ...(dependencies?.length ? { dependencies: JSON.stringify(dependencies) } : {}),
    })),
    bytes: Buffer.from(JSON.stringify(document)),
  };
}

function parseSent(bytes: Buffer): unknown {
  requireFewValues(bytes);
  return parseJson(bytes);
}

/** The document as it came, with the promotions since. */
async function parseStored(stored: StagedFile, statuses: Statuses): Promise<BuildDocument> {
  const document = JSON.parse((await buffer(stored.open())).toString()) as BuildDocument;
  return statuses.length > 0 ? { ...document, statuses: statuses as BuildDocument['statuses'] } : document;
}

/** Reads what a client publishes. @throws AppError `bad_request`, `too_large` */
export async function readBuild(sent: Buffer): Promise<BuildRecord> {
  return toRecord(parseBuild(parseSent(sent)));
}

/** Reads modules that a client sends, and adds them to a run. @throws AppError `bad_request`, `too_large` */
export async function addModules(sent: Buffer, stored: StagedFile, statuses: Statuses): Promise<BuildRecord> {
  const modules = checked(parseSent(sent), z.array(BuildModule));
  const document = parseBuild(await parseStored(stored, statuses));
  return toRecord({ ...document, modules: [...(document.modules ?? []), ...modules] });
}

/** The document of a run within the answer that clients know. */
export async function wrapBuild(stored: StagedFile, statuses: Statuses, uri: string): Promise<Uint8Array> {
  return Buffer.from(JSON.stringify({ uri, buildInfo: await parseStored(stored, statuses) }));
}
