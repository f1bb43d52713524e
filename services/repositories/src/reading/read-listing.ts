import { buffer } from 'node:stream/consumers';
import type { Format, Part, StagedFile } from '@packhouse/formats/format.ts';
import { loadFormat } from '@packhouse/formats/load-format.ts';
import { LRUCache } from 'lru-cache';
import { type ListingQuestion, type ListingWork, modelKey, readOffered, type SentPart } from './listing-work.ts';
import { getPage, type Page } from './page.ts';

/** Documents that this thread has read: many files are asked for by one listing. */
const models = new LRUCache<string, { model: unknown }>({ maxSize: 128 * 1024 * 1024 });

/** The model of a part without what is left out of it. */
async function readPart(format: Format, work: ListingWork, part: SentPart, files: readonly StagedFile[]): Promise<unknown> {
  const model = await readModel(format, work, part, files);
  return 'file' in part && part.left && format.offers ? format.offers.without(model, new Set(part.left)) : model;
}

async function readModel(format: Format, work: ListingWork, part: SentPart, files: readonly StagedFile[]): Promise<unknown> {
  if ('model' in part) return part.model;
  const file = files[part.file]!;
  const key = `${format.id} ${modelKey(work.want, { sha256: file.sha256, url: part.url })}`;
  const known = models.get(key);
  if (known) return known.model;
  const model = format.parse?.(work.want, await buffer(file.open()), part);
  models.set(key, { model }, { size: Math.max(1, file.size * 4) });
  return model;
}

/** The page with its validator, made of plain bytes. */
function makePage(format: Format, { want }: ListingWork, model: unknown, { context }: ListingQuestion & { ask: 'page' }): Page | undefined {
  const { baseUrl, query, ...request } = context;
  const rendered = format.render?.(want, model, { baseUrl, request: { ...request, query: new URLSearchParams(query) } });
  if (!rendered) return undefined;
  const { body } = rendered;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) throw new Error(`${format.id} renders a listing as a stream`);
  return getPage({ ...rendered, body });
}

/** Answers a question about a listing, in a thread. */
export async function readListing(work: ListingWork, ...files: readonly StagedFile[]): Promise<unknown> {
  const format = await loadFormat(work.format);
  const parts: Part<unknown>[] = [];
  for (const part of work.parts) parts.push({ member: part.member, source: part.source, model: await readPart(format, work, part, files) });
  const { question } = work;
  if (question.ask === 'keep') return format.condense?.(work.want, parts[0]?.model);
  const model = parts.length < 2 || !format.merge ? parts[0]?.model : format.merge(work.want, parts);
  if (question.ask === 'page') return makePage(format, work, model, question);
  if (question.ask === 'offers') return readOffered(format, work.want, model);
  if (question.ask === 'source') return format.fileSource?.(question.wanted, model);
  return question.ask === 'newest' ? format.newestPath?.(question.wanted, model) : model;
}
