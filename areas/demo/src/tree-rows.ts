import type { Session } from '@packhouse/console-kit/console-kit.ts';
import type { TreeRow } from '@packhouse/ui/table/data.ts';

/** A line of the tree: what it is called, and what is said about it. */
export interface Line {
  name: string;
  value: string;
  children?: readonly Line[];
}

/** Lists what the session knows of the installation, as a tree. */
export function readLines(
  { services, features, groups }: Session,
  words: { services: string; switches: string; groups: string; on: string; off: string },
): Line[] {
  return [
    { name: words.services, value: '', children: Object.entries(services).map(([name, version]) => ({ name, value: version })) },
    { name: words.switches, value: '', children: Object.entries(features).map(([name, isOn]) => ({ name, value: isOn ? words.on : words.off })) },
    { name: words.groups, value: '', children: groups.map((name) => ({ name, value: '' })) },
  ];
}

/** The lines that are visible while these are unfolded, parents before their children. */
export function readRows(lines: readonly Line[], unfolded: ReadonlySet<string>, parent = '', level = 0): TreeRow<Line>[] {
  return lines.flatMap((line) => {
    const id = `${parent}/${line.name}`;
    const expandable = (line.children?.length ?? 0) > 0;
    const expanded = expandable && unfolded.has(id);
    const row: TreeRow<Line> = { id, level, expandable, expanded, name: line.name, data: line };
    return [row, ...(expanded && line.children ? readRows(line.children, unfolded, id, level + 1) : [])];
  });
}
