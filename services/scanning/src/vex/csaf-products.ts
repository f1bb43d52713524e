import { vexWords } from '@packhouse/contract/scanning/vex-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type ProductFit, readProduct } from './product.ts';
import { findText, needText, readPart, readRecords, readTexts, refuse } from './reading.ts';
import { type StatedProduct, statePart, stateProduct } from './vex-document.ts';

// https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#322-product-tree-property

type Parent = Record<string, unknown>;

interface Product {
  name: string;
  /** Every way in which it can be known here; each stands for the same. */
  fits: ProductFit[];
}

interface Relationship {
  name: string;
  part: string;
  whole: string;
}

export interface ProductTree {
  products: ReadonlyMap<string, Product>;
  relationships: ReadonlyMap<string, Relationship>;
  groups: ReadonlyMap<string, readonly string[]>;
}

/** A product with what helps to recognise it; `range` where its branch stands for several versions. */
function readOne(record: Parent, place: string, range: string | undefined): [string, Product] {
  const helper = readPart(record, 'product_identification_helper', place);
  const sums = readRecords(helper.record, 'hashes', helper.place).flatMap((one) =>
    readRecords(one.record, 'file_hashes', one.place)
      .filter((hash) => hash.record.algorithm === 'sha256')
      .map((hash) => needText(hash.record, 'value', hash.place)),
  );
  // From 2.1 on there may be several.
  const single = findText(helper.record, 'purl', helper.place);
  const purls = [...(single === undefined ? [] : [single]), ...readTexts(helper.record, 'purls', helper.place)];
  const told = sums.length > 0 ? sums.map((sha256) => ({ sha256 })) : purls.map((purl) => ({ purl, range }));
  const fits = told.map(readProduct).filter((fit) => fit !== undefined);
  return [needText(record, 'product_id', place), { name: needText(record, 'name', place), fits }];
}

function readBranches(tree: Parent, place: string): [string, Product][] {
  const found: [string, Product][] = [];
  const waiting = readRecords(tree, 'branches', place);
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { record, place: here } = one;
    // A range that is none of `vers:` is told in words, of which nothing can be made.
    const range = record.category === 'product_version_range' ? (findText(record, 'name', here) ?? '') : undefined;
    const product = readPart(record, 'product', here);
    if (record.product !== undefined) found.push(readOne(product.record, product.place, range));
    waiting.push(...readRecords(record, 'branches', here));
  }
  return found;
}

export function readProductTree(document: Parent): ProductTree {
  const { record: tree, place } = readPart(document, 'product_tree', '');
  const named = readRecords(tree, 'full_product_names', place).map((one) => readOne(one.record, one.place, undefined));
  const relationships = readRecords(tree, 'relationships', place).map(({ record, place: here }): [string, Relationship] => {
    const full = readPart(record, 'full_product_name', here);
    const [part, whole] = [needText(record, 'product_reference', here), needText(record, 'relates_to_product_reference', here)];
    return [needText(full.record, 'product_id', full.place), { name: needText(full.record, 'name', full.place), part, whole }];
  });
  const groups = readRecords(tree, 'product_groups', place).map(({ record, place: here }): [string, string[]] => [
    needText(record, 'group_id', here),
    readTexts(record, 'product_ids', here),
  ]);
  return { products: new Map([...readBranches(tree, place), ...named]), relationships: new Map(relationships), groups: new Map(groups) };
}

/** The products that an id stands for: one that is a part of another is meant within that alone. */
export function stateById({ products, relationships }: ProductTree, id: string, place: string): StatedProduct {
  const own = products.get(id);
  if (own) {
    const scopes = own.fits.flatMap((fit) => stateProduct(own.name, fit).scopes);
    return { name: own.name, within: null, unknown: scopes.length === 0, scopes };
  }
  const related = relationships.get(id);
  if (!related) return refuse(place, say(vexWords.vex_reference_unknown, { value: id.slice(0, 200) }));
  const [part, whole] = [products.get(related.part), products.get(related.whole)];
  const scopes = (part?.fits ?? []).flatMap((inner) => (whole?.fits ?? []).flatMap((outer) => statePart('', inner, '', outer).scopes));
  return { name: part?.name ?? related.name, within: whole?.name ?? related.whole, unknown: scopes.length === 0, scopes };
}

/** Ids that a remark is about, by themselves and by their groups; undefined: all of them. */
export function readAbout({ groups }: ProductTree, record: Parent, place: string): ReadonlySet<string> | undefined {
  const ids = readTexts(record, 'product_ids', place);
  const named = readTexts(record, 'group_ids', place);
  return ids.length + named.length === 0 ? undefined : new Set([...ids, ...named.flatMap((group) => groups.get(group) ?? [])]);
}
