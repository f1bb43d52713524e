/** A text has to hold this: an expression, or several texts one behind the other. An expression goes over a bounded number of blanks: over millions, its stack overflows. */
type Sign = RegExp | readonly string[];

const signs: readonly (readonly [Sign, string])[] = [
  [/Apache License\s{1,200}Version 2\.0/, 'Apache-2.0'],
  [/Mozilla Public License,?\s{1,200}(?:v\. ?|Version )2\.0/i, 'MPL-2.0'],
  [/Business Source License 1\.1/, 'BUSL-1.1'],
  [/GNU AFFERO GENERAL PUBLIC LICENSE\s{1,200}Version 3/, 'AGPL-3.0-only'],
  [/GNU LESSER GENERAL PUBLIC LICENSE\s{1,200}Version 3/, 'LGPL-3.0-only'],
  [/GNU GENERAL PUBLIC LICENSE\s{1,200}Version 3/, 'GPL-3.0-only'],
  [/GNU GENERAL PUBLIC LICENSE\s{1,200}Version 2/, 'GPL-2.0-only'],
  [['Redistributions of source code', 'Neither the name'], 'BSD-3-Clause'],
  [['Redistributions of source code'], 'BSD-2-Clause'],
  [/Permission to use, copy, modify, and(?:\/or)? distribute this software for any\s{1,200}purpose/, 'ISC'],
  [['Permission is hereby granted, free of charge,', 'THE SOFTWARE IS PROVIDED "AS IS"'], 'MIT'],
];

/** Each is looked for once: expressions would look for the last of them again from every place where the first stands. */
function holds(text: string, sign: Sign): boolean {
  if (sign instanceof RegExp) return sign.test(text);
  let from = 0;
  for (const part of sign) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** SPDX id of a licence's own text, for packages that carry the text and no id; undefined when it is not one of the usual ones. */
export function findLicence(text: string): string | undefined {
  return signs.find(([sign]) => holds(text, sign))?.[1];
}
