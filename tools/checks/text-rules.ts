import { basename } from 'node:path';
import { type Finding, lineAt } from './finding.ts';

interface TextRule {
  readonly pattern: RegExp;
  readonly message: string;
  readonly files: RegExp;
  readonly except?: RegExp;
}

// Spelled in parts, or this file would break its own rule.
const dotted = (name: string) => name.replaceAll(' ', '\\.');
const registryHosts = [
  dotted('registry npmjs org'),
  dotted('registry yarnpkg com'),
  dotted('pypi org'),
  dotted('files pythonhosted org'),
  dotted('repo1? maven org'),
  dotted('repo maven apache org'),
  dotted('proxy golang org'),
  dotted('(static|index) crates io'),
  dotted('(registry-1|hub|index|auth) docker (io|com)'),
  dotted('(deb|security) debian org'),
  dotted('rubygems org'),
  dotted('api nuget org'),
].join('|');

const source = /\.(tsx?|mts|cts|mjs|js)$/;
const everything = /./;

const textRules: readonly TextRule[] = [
  { pattern: new RegExp(`(?<![\\w.-])(${registryHosts})`), message: 'names the host of a public package registry', files: everything },
  { pattern: /(?<![\w.$}])\/(work|root|Users)\/\w|(?<![\w.$}:/])\/home\/\w/, message: 'holds an absolute path of one machine', files: everything },
  { pattern: /\b(TODO|FIXME|XXX)\b/, message: 'leaves work for later: do it, or file it', files: source, except: /^tools\/checks\// },
  { pattern: /@ts-(ignore|expect-error|nocheck)|biome-ignore|(oxlint|eslint)-disable/, message: 'silences a check', files: source, except: /^tools\/checks\// },
  { pattern: /\b(it|test|describe)\.(skip|only|todo|fixme)\b/, message: 'skips a test', files: /\.(test|spec)\.tsx?$/, except: /^tools\/checks\// },
  {
    pattern:
      /(?<![\w-])((margin|padding|border)-(left|right)[\w-]*|left|right|border-(top|bottom)-(left|right)-radius)\s*:|(?<![\w-])(text-align|float|clear)\s*:\s*(left|right)/,
    message: 'says left or right: say start or end, for languages that are written from right to left',
    files: /\.css$/,
  },
  {
    pattern: /\b(margin|padding|border)(Left|Right)\w*:|\btextAlign: '(left|right)'/,
    message: 'says left or right: say start or end, for languages that are written from right to left',
    files: /\.tsx$/,
  },
  {
    pattern: /\b(app|scope|instance)\.(get|head|post|put|patch|delete|options|all|route)(<[^(]*>)?\(/,
    message: "registers a route past the contract: describe it there and serve it with 'handle'",
    files: /^(packages|services|apps)\/.*\.ts$/,
    except: /^packages\/kernel\/src\/http\/http\.ts$|\.test\.ts$/,
  },
  {
    pattern: /stubGlobal\('fetch'|\b(globalThis|window)\.fetch = |(?<![\w.'])route\('/,
    message: 'answers calls past the contract: answer its routes with the test kit',
    files: /^(areas|apps\/console)\/.*\.test\.tsx?$/,
  },
  {
    pattern: /Promise<(FastifyReply \| |[^<>]*\| FastifyReply)/,
    message: 'passes a reply through an await, which waits until all of it has gone out and then gives undefined: answer whether there is one',
    files: /\.ts$/,
    except: /^tools\/checks\//,
  },
  {
    pattern: /\b(function [a-z\d]+Of\b|const [a-z\d]+Of = (async )?(\([^()]*\)|\w+) =>)/,
    message: 'names a function by a noun: begin with a verb',
    files: source,
    except: /^tools\/checks\//,
  },
  {
    pattern: /^export default\b/m,
    message: 'exports by default: name it',
    files: source,
    except: /(\.config\.ts|^tools\/runners\/(playwright-reporter|keep-seed)\.ts|^areas\/[^/]+\/src\/(index|area)\.tsx?)$/,
  },
];

const vagueNames = /^(index|utils?|helpers?|common|misc|shared)\.tsx?$/;
const areaEntry = /^areas\/[^/]+\/src\/index\.tsx?$|^apps\/console\/src\/index\.tsx?$/;

/** The same limit as for sources, which the linter keeps. */
const longestSheet = 300;

/** The rules that read a file as plain text. */
export function checkText(file: string, text: string): Finding[] {
  const findings: Finding[] = [];
  if (vagueNames.test(basename(file)) && !areaEntry.test(file)) findings.push({ file, message: 'has a name that says nothing: name the thing' });
  const lines = text.split('\n').length - 1;
  if (file.endsWith('.css') && lines > longestSheet) findings.push({ file, message: `has ${lines} lines, ${longestSheet} are the most: split it by meaning` });
  for (const { pattern, message, files, except } of textRules) {
    if (!files.test(file) || except?.test(file)) continue;
    const match = pattern.exec(text);
    if (match) findings.push({ file, line: lineAt(text, match.index), message: `${message}: ${match[0].trim()}` });
  }
  return findings;
}
