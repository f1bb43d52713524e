import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { z } from 'zod';
import { UnreadableError } from '../inventory/limits.ts';
import { productNames } from './product-names.ts';

/** Products and cycles of one document; all that anybody publishes is a tenth of it. */
const mostProducts = 20_000;
const mostCycles = 1000;

/** One line of releases, and until when it is supported; days as `2026-06-30`. */
export interface Cycle {
  cycle: string;
  released: string | null;
  supportUntil: string | null;
  eol: string | null;
  ended: boolean;
}

export interface Product {
  name: string;
  label: string;
  /** By which it is found. */
  names: string[];
  cycles: Cycle[];
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
/** A day, or whether it is over without a day. What is neither says nothing. */
const Limit = z
  .union([z.boolean(), z.string().refine(isDay)])
  .nullish()
  .catch(null);
const Name = z.string().trim().min(1).max(200);

const CycleDocument = z.looseObject({
  cycle: z.union([Name, z.number()]).nullish(),
  name: z.union([Name, z.number()]).nullish(),
  release: Limit,
  releaseDate: Limit,
  support: Limit,
  eoasFrom: Limit,
  eol: Limit,
  eolFrom: Limit,
  isEol: z.boolean().nullish().catch(null),
});

const ProductDocument = z.looseObject({
  name: Name,
  label: Name.nullish().catch(null),
  aliases: z.array(Name).max(100).nullish().catch(null),
  identifiers: z
    .array(z.looseObject({ type: z.string(), id: z.string().max(500) }))
    .max(500)
    .nullish()
    .catch(null),
  cycles: z.array(z.unknown()).max(mostCycles).nullish(),
  releases: z.array(z.unknown()).max(mostCycles).nullish(),
});

const day = (limit: z.output<typeof Limit>) => (typeof limit === 'string' ? limit : null);

function readCycle(document: unknown): Cycle | undefined {
  const { data } = CycleDocument.safeParse(document);
  const cycle = data && (data.cycle ?? data.name);
  if (!data || cycle === null || cycle === undefined) return undefined;
  const eol = data.eolFrom ?? data.eol;
  return {
    cycle: String(cycle).replace(/^v(?=\d)/, ''),
    released: day(data.releaseDate ?? data.release),
    supportUntil: day(data.eoasFrom ?? data.support),
    eol: day(eol),
    ended: eol === true || (day(eol) === null && data.isEol === true),
  };
}

function readProduct(document: unknown): Product | undefined {
  const { data } = ProductDocument.safeParse(document);
  if (!data) return undefined;
  const cycles = new Map((data.cycles ?? data.releases ?? []).flatMap((one) => readCycle(one) ?? []).map((one) => [one.cycle, one]));
  if (cycles.size === 0) return undefined;
  const purls = (data.identifiers ?? []).flatMap(({ type, id }) => (type === 'purl' && id.startsWith('pkg:') ? [id] : []));
  return {
    name: data.name,
    label: data.label ?? data.name,
    names: productNames({ name: data.name, aliases: data.aliases ?? [], purls }),
    cycles: [...cycles.values()],
  };
}

/** The products of a document, in either layout: a list of them, or cycles by the names of products. */
function listProducts(document: unknown): unknown[] | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined;
  const { products, result } = document as { products?: unknown; result?: unknown };
  const listed = products ?? result;
  if (listed !== undefined) return Array.isArray(listed) ? listed : undefined;
  return Object.entries(document).map(([name, cycles]) => ({ name, cycles }));
}

/** Takes a document of end-of-life data apart; products that are not understood are counted. @throws UnreadableError when nothing in it is */
export function readProducts(text: string): { products: Product[]; records: number; rejected: number } {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new UnreadableError(say(scanningWords.dump_unreadable, { why: (error as Error).message }), { cause: error });
  }
  const listed = listProducts(document);
  if (!listed || listed.length > mostProducts) throw new UnreadableError(say(scanningWords.no_such_feed));
  const products = new Map(listed.flatMap((one) => readProduct(one) ?? []).map((one) => [one.name, one]));
  if (products.size === 0) throw new UnreadableError(say(scanningWords.no_such_feed));
  return { products: [...products.values()], records: listed.length, rejected: listed.length - products.size };
}
