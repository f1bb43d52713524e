import { parseSync, Visitor } from 'oxc-parser';
import { type Finding, lineAt } from './finding.ts';

/** Tests and what only they use may name any format, and so may the clients that are run against the platform. */
const mayName = /\.test\.tsx?$|\/(test-[^/]+|[^/]+-test-[^/]+)\.tsx?$|^(packages\/testkit|e2e|bench|tools\/clients)\//;

/** The folder of a format, and its name. */
const formatFolder = /^packages\/formats\/src\/([^/]+)\//;
const importOfFormat = /^@packhouse\/formats\/([^/]+)\//;

/**
 * Every place where a format's id stands as text, as the name of a member, in a query or in an import, outside the format's own folder.
 * What somebody must know of a format is asked of its card or its object, so that a new format is known everywhere at once.
 */
export function checkFormatNames(file: string, text: string, ids: readonly string[]): Finding[] {
  if (mayName.test(file)) return [];
  const own = formatFolder.exec(file)?.[1];
  const foreign = new Set(ids.filter((id) => id !== own));
  const quoted = new RegExp(`(?<!\\w)'(${[...foreign].join('|')})'(?!\\w)`);
  const findings: Finding[] = [];
  const report = (id: string, start: number) =>
    findings.push({ file, line: lineAt(text, start), message: `names the format ${id} outside its folder: ask its card or its object` });
  const judgeText = (value: string, start: number) => {
    const id = [value, quoted.exec(value)?.[1], importOfFormat.exec(value)?.[1]].find((one) => one !== undefined && foreign.has(one));
    if (id !== undefined) report(id, start);
  };
  const judgeName = ({ name, start }: { name?: string; start: number }) => {
    if (name !== undefined && foreign.has(name)) report(name, start);
  };
  new Visitor({
    Literal: ({ value, start }) => typeof value === 'string' && judgeText(value, start),
    TemplateElement: ({ value, start }) => judgeText(value.cooked ?? '', start),
    JSXText: ({ value, start }) => judgeText(value.trim(), start),
    Property: ({ key, computed }) => !computed && judgeName(key as { name?: string; start: number }),
    PropertyDefinition: ({ key, computed }) => !computed && judgeName(key as { name?: string; start: number }),
    MethodDefinition: ({ key, computed }) => !computed && judgeName(key as { name?: string; start: number }),
    TSPropertySignature: ({ key, computed }) => !computed && judgeName(key as { name?: string; start: number }),
    MemberExpression: ({ property, computed }) => !computed && judgeName(property as { name?: string; start: number }),
  }).visit(parseSync(file, text).program);
  return findings;
}
