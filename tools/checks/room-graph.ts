import type { Finding } from './finding.ts';

/** An import of one of our files by another; types count too, since who reads a file has to read what it is made of. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly lazy?: boolean;
}

/**
 * Floors of services, the lowest first. A folder imports from those before it only; those that are not named stand above and may use all of
 * them, their queries too.
 */
const floors: Readonly<Record<string, readonly string[]>> = {
  'services/distribution': ['release-bundle', 'target', 'run'],
  'services/events': ['domain', 'subscription', 'fan-out', 'delivery'],
  'services/insight': ['point', 'gather', 'rollup', 'trend'],
  'services/mission-control': ['deployment'],
  'services/pipelines': ['document', 'pipeline', 'run', 'runner', 'secret', 'step', 'engine', 'trigger'],
  'services/repositories': ['reading', 'directory', 'storage', 'download', 'keys', 'indexing', 'upstream', 'firewall', 'artifact', 'repository', 'build'],
  'services/scanning': [
    'component',
    'range',
    'osv',
    'inventory',
    'support',
    'match',
    'target',
    'assembly',
    'ignore',
    'knowledge',
    'policy',
    'watch',
    'violation',
    'vendor',
    'git-read',
    'integration',
    'git',
  ],
};

/** Whether other folders of its service stand on the one that holds a file. */
export function isOnFloor(file: string): boolean {
  const place = getPlace(file);
  return place !== undefined && (floors[place.room] ?? []).includes(place.folder);
}

/** Room and folder of a file that stands in a folder of a room, such as `services/access` and `user`. */
function getPlace(file: string): { room: string; folder: string } | undefined {
  const [, room, folder] = /^((?:packages|services|areas|apps)\/[^/]+)\/src\/([^/]+)\//.exec(file) ?? [];
  return room !== undefined && folder !== undefined ? { room, folder } : undefined;
}

/** Imports that lead from one folder of a room to another, by `room folder folder`. */
function folderSteps(imports: readonly FileImport[]): Map<string, FileImport> {
  const steps = new Map<string, FileImport>();
  for (const one of imports) {
    const from = getPlace(one.from);
    const to = getPlace(one.to);
    if (from && to && from.room === to.room && from.folder !== to.folder) steps.set(`${from.room} ${from.folder} ${to.folder}`, one);
  }
  return steps;
}

/** No two folders of a room import each other. */
function checkPairs(imports: readonly FileImport[]): Finding[] {
  const steps = folderSteps(imports);
  return [...steps].flatMap(([step, { from, line }]) => {
    const [room, one = '', other = ''] = step.split(' ');
    const back = steps.get(`${room} ${other} ${one}`);
    if (!back || one > other) return [];
    return [{ file: from, line, message: `${room}: ${one} and ${other} import each other, here and in ${back.from}` }];
  });
}

/** Nothing on a floor imports from a floor above. */
function checkFloors(imports: readonly FileImport[]): Finding[] {
  return imports.flatMap(({ from, to, line }) => {
    const here = getPlace(from);
    const there = getPlace(to);
    const order = here && floors[here.room];
    if (!order || here.room !== there?.room || !order.includes(here.folder)) return [];
    const above = order.indexOf(there.folder);
    if (above >= 0 && above <= order.indexOf(here.folder)) return [];
    return [{ file: from, line, message: `${here.folder} stands below ${there.folder} and may not import ${to}` }];
  });
}

/** A list of screens fetches a page when its address is entered; the page names addresses of the list. Nobody waits for the other there. */
const isEntry = ({ from, lazy = false }: FileImport) => lazy && from.endsWith('-screens.ts');

/** No file reaches itself by its imports. One finding for each circle, with the way round. */
function checkCircles(imports: readonly FileImport[]): Finding[] {
  const next = Map.groupBy(
    imports.filter((one) => !isEntry(one)),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const findings: Finding[] = [];
  for (const start of next.keys()) {
    const way: FileImport[] = [];
    const standing = [{ file: start, left: [...(next.get(start) ?? [])] }];
    const onWay = new Set([start]);
    for (let top = standing.at(-1); top; top = standing.at(-1)) {
      const step = done.has(top.file) ? undefined : top.left.pop();
      if (!step) {
        done.add(top.file);
        onWay.delete(top.file);
        standing.pop();
        way.pop();
      } else if (onWay.has(step.to)) {
        const round = [...way.slice(way.findIndex(({ from }) => from === step.to)), step].map(({ from }) => from);
        findings.push({ file: step.from, line: step.line, message: `imports go in a circle: ${[...round, step.to].join(' → ')}` });
      } else if (!done.has(step.to)) {
        way.push(step);
        onWay.add(step.to);
        standing.push({ file: step.to, left: [...(next.get(step.to) ?? [])] });
      }
    }
  }
  return findings;
}

/** Tells what the imports of all files say together: folders that import each other, floors that lead up, circles. */
export function checkGraph(imports: readonly FileImport[]): Finding[] {
  return [...checkPairs(imports), ...checkFloors(imports), ...checkCircles(imports)];
}
