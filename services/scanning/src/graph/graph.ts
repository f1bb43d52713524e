import { AppError } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { findComponent } from './component-id.ts';

/** A client's graph of components, flat: no more of it is kept than a scan and its answer need. */
export interface Graph {
  /** Every component once, as its client calls it; the root is the first. */
  ids: string[];
  /** Each node by the place of its component, and the place of the node that it hangs on; the root hangs on -1. */
  nodes: [component: number, parent: number][];
  /** Licences that the client itself found in a component, by the component's place. */
  licences: Record<number, string[]>;
  /** What advisories are asked about, by the component's place, where its id does not say it. */
  asked: Record<number, string>;
}

/** Reads documents of clients, in a thread where they are large. @throws AppError */
export interface GraphReader {
  graph(bytes: Buffer): Promise<Graph>;
  bill(bytes: Buffer, fileName: string): Promise<Graph>;
}

/** The component at a place; undefined for what no advisories can be asked about. */
export const findPlaced = ({ ids, asked }: Graph, place: number) => findComponent(asked[place] ?? ids[place]!);

const mostNodes = 50_000;
/** No chain of dependencies is as long as this; what is longer would be told of at every place. */
const deepest = 100;
const longestId = 1000;

interface Waiting {
  node: unknown;
  parent: number;
  depth: number;
}

function readId(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= longestId) return value;
  throw new AppError(scanningWords.graph_node_without_id);
}

/** What a client says of licences is its own; only texts are taken. */
const readLicences = (value: unknown) => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one.length <= 200) : []);

/** Builds a graph node by node. */
export function newGraph(): { graph: Graph; add(id: string, parent: number): number } {
  const graph: Graph = { ids: [], nodes: [], licences: {}, asked: {} };
  const places = new Map<string, number>();
  return {
    graph,
    add(id, parent) {
      if (graph.nodes.length >= mostNodes) throw new AppError(scanningWords.graph_too_large, { count: mostNodes });
      const component = places.get(id) ?? graph.ids.push(id) - 1;
      places.set(id, component);
      return graph.nodes.push([component, parent]) - 1;
    },
  };
}

/** Reads the graph that a client sends, without recursion: strangers say how deep it is. @throws AppError `bad_request` */
export function readGraph(document: unknown): Graph {
  const { graph, add } = newGraph();
  const waiting: Waiting[] = [{ node: document, parent: -1, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, parent, depth } = next;
    if (typeof node !== 'object' || node === null) throw new AppError(scanningWords.graph_node_without_id);
    if (depth > deepest) throw new AppError(scanningWords.graph_too_deep, { count: deepest });
    const { component_id, nodes, licenses } = node as Record<string, unknown>;
    const place = add(readId(component_id), parent);
    const told = readLicences(licenses);
    if (told.length > 0) graph.licences[graph.nodes[place]![0]] = told;
    if (nodes === undefined || nodes === null) continue;
    if (!Array.isArray(nodes)) throw new AppError(scanningWords.graph_nodes_no_list);
    // Last in, first out: the first child is read first.
    for (let at = nodes.length - 1; at >= 0; at--) waiting.push({ node: nodes[at], parent: place, depth: depth + 1 });
  }
  return graph;
}

const mostPathsEach = 50;
/** Steps of all the ways that one answer tells of. */
const mostSteps = 500_000;

/** Gives the ways from the root to a component, as far as an answer may tell of them. */
export function impactPaths({ ids, nodes }: Graph): (component: number) => { component_id: string }[][] {
  const places = new Map<number, number[]>();
  for (const [place, [component]] of nodes.entries()) {
    const known = places.get(component);
    if (!known) places.set(component, [place]);
    else if (known.length < mostPathsEach) known.push(place);
  }
  let left = mostSteps;
  return (component) => {
    const paths: { component_id: string }[][] = [];
    for (const place of places.get(component) ?? []) {
      if (left <= 0) break;
      const path = [];
      for (let at = place; at >= 0; at = nodes[at]![1]) path.push({ component_id: ids[nodes[at]![0]]! });
      left -= path.length;
      paths.push(path.reverse());
    }
    return paths;
  };
}
