import { AppError } from '@packhouse/contract/errors.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { z } from 'zod';
import { getFolder, getName, joinPath } from '../storage/path.ts';
import { ask, infoUrl, type OtherSide } from './other-side.ts';

export type Properties = Record<string, string[]>;

const largestProperties = 1024 * 1024;
/** Bytes of what is said of some hundred files. */
const largestAnswer = 64 * 1024 * 1024;

export const isSame = (one: readonly string[] | undefined, other: readonly string[]): boolean =>
  JSON.stringify([...(one ?? [])].sort()) === JSON.stringify([...other].sort());

async function parseAnswer<Answer extends z.ZodType>(schema: Answer, text: string, { host }: OtherSide): Promise<z.output<Answer>> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError(replicationWords.other_side_unreadable, { host }, { cause });
  }
}

const OfOne = z.object({ properties: z.record(z.string(), z.array(z.string())) });

/** Reads the properties of a file there. */
export async function readProperties(other: OtherSide, path: string, signal: AbortSignal): Promise<Properties> {
  const answer = await ask(other, path, `${infoUrl(other, 'storage', path)}?properties`, { method: 'GET', signal }, [404]);
  const text = (await readUpTo(answer.body, largestProperties)).toString('utf8');
  return answer.status === 404 ? {} : (await parseAnswer(OfOne, text, other)).properties;
}

const OfSeveral = z.object({
  results: z.array(
    z.object({
      path: z.string(),
      name: z.string(),
      properties: z.array(z.object({ key: z.string(), value: z.string().default('') })).default([]),
    }),
  ),
});

/** Finds the properties of files there, in one question; files without any are left out. */
export async function findProperties(other: OtherSide, paths: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Properties>> {
  const places = paths.map((path) => ({ $and: [{ path: { $eq: getFolder(path) || '.' } }, { name: { $eq: getName(path) } }] }));
  const criteria = JSON.stringify({ repo: { $eq: other.key }, $or: places });
  const body = `items.find(${criteria}).include("repo","path","name","property")`;
  const api = 'api/search/aql';
  const answer = await ask(other, api, `${other.service}/${api}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body, signal });
  const { results } = await parseAnswer(OfSeveral, (await readUpTo(answer.body, largestAnswer)).toString('utf8'), other);
  return new Map(
    results.map(({ path, name, properties }) => {
      const byKey = Map.groupBy(properties, ({ key }) => key);
      const values = Object.fromEntries([...byKey].map(([key, own]) => [key, own.map(({ value }) => value)]));
      return [joinPath(path === '.' ? '' : path, name), values];
    }),
  );
}
