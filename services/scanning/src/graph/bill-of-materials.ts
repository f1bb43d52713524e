import { AppError } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Graph, newGraph } from './graph.ts';

const readText = (value: unknown) => (typeof value === 'string' && value !== '' && value.length <= 1000 ? value : undefined);

/**
 * Makes a graph of a CycloneDX document: all its components, those within others too, hang on what the document is about. Each is called by its
 * reference, by which clients put what was found back into the document. https://cyclonedx.org/docs/1.6/json/
 * @throws AppError `bad_request`
 */
export function readBillOfMaterials(document: unknown, fileName: string): Graph {
  const { bomFormat, components, metadata } = (typeof document === 'object' && document !== null ? document : {}) as Record<string, unknown>;
  if (bomFormat !== 'CycloneDX') throw new AppError(scanningWords.no_bill_of_materials);
  const { graph, add } = newGraph();
  const about = ((metadata ?? {}) as { component?: Record<string, unknown> }).component ?? {};
  const root = add(readText(about['bom-ref']) ?? readText(about.purl) ?? fileName, -1);
  const waiting: unknown[] = Array.isArray(components) ? components.toReversed() : [];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null) throw new AppError(scanningWords.no_bill_of_materials);
    const { 'bom-ref': reference, purl, components: inner } = one as Record<string, unknown>;
    const [id, asked] = [readText(reference) ?? readText(purl), readText(purl)];
    if (id !== undefined) {
      const place = graph.nodes[add(id, root)]![0];
      if (asked !== undefined) graph.asked[place] = asked;
    }
    if (Array.isArray(inner)) for (const nested of inner.toReversed()) waiting.push(nested);
  }
  return graph;
}
