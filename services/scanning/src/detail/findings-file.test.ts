import { expect, it } from 'vitest';
import { writeCsvLine } from './findings-file.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['  =1+1', "'  =1+1"],
  ['\t=1+1', `"'\t'=1+1"`],
  ['x;=1+1', `"x;'=1+1"`],
  ['x; @SUM(A1)', `"x; '@SUM(A1)"`],
  ['x\n=1+1', `"x\n'=1+1"`],
  ['left-pad@1.1.0', 'left-pad@1.1.0'],
  ['a "b", c', '"a ""b"", c"'],
])('a cell of a table as a file is text for spreadsheets, whichever sign parts cells for them: %j', (text, cell) => {
  expect(writeCsvLine(['first', text])).toBe(`first,${cell}\r\n`);
});
