import { parseSync, Visitor } from 'oxc-parser';
import { type Finding, lineAt } from './finding.ts';
import { isTestFile } from './room-rules.ts';

/** These carry words to whoever asked. */
const carriers = /^(AppError|SaidError|fieldRefusal|namedFieldRefusal)$/;
const isCarrier = (callee: object) => 'name' in callee && carriers.test(String(callee.name));

/**
 * Every sentence that is written where it is thrown: nobody could say it in another language, or tell it from the next.
 * Words of others may be passed on, and values put together; a sentence of ours stands in a table, German beside English.
 */
export function checkFreeWords(file: string, text: string): Finding[] {
  if (isTestFile(file)) return [];
  const findings: Finding[] = [];
  // Calls are met before what they are given: whatever begins before the end of one is part of it.
  let end = 0;
  const enter = (call: { callee: object; end: number }) => {
    if (isCarrier(call.callee)) end = Math.max(end, call.end);
  };
  new Visitor({
    NewExpression: enter,
    CallExpression: enter,
    Property({ key, value, start }) {
      if (start > end || !('name' in key) || key.name !== 'message' || !isSentence(value as Words)) return;
      findings.push({
        file,
        line: lineAt(text, start),
        message: 'says a sentence that stands in no table: add it to the words of its feature, German beside English',
      });
    },
  }).visit(parseSync(file, text).program);
  return findings;
}

interface Words {
  type: string;
  value?: unknown;
  quasis?: { value: { raw: string } }[];
}

/** A template of nothing but values says nothing of its own. */
function isSentence({ type, value, quasis }: Words): boolean {
  if (type === 'Literal') return typeof value === 'string' && /\p{L}/u.test(value);
  return type === 'TemplateLiteral' && (quasis ?? []).some((one) => /\p{L}/u.test(one.value.raw));
}
