import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dark, light, type Palette, variableName } from './tokens.ts';

const styles = readFileSync(new URL('theme.css', import.meta.url), 'utf8');

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'hover', 'code'] as const;
const texts = ['text', 'textSoft', 'textMuted', 'accent', 'good', 'warning', 'bad', 'info', 'critical', 'high', 'medium', 'low', 'unknown'] as const;
const pairs: [keyof Palette, keyof Palette][] = [
  ...texts.flatMap((text) => grounds.map((ground): [keyof Palette, keyof Palette] => [text, ground])),
  ['good', 'goodSoft'],
  ['warning', 'warningSoft'],
  ['bad', 'badSoft'],
  ['info', 'infoSoft'],
  ['textSoft', 'neutralSoft'],
  ['textMuted', 'sunken'],
  ['accent', 'accentSoft'],
  ['text', 'accentSoft'],
  ['onAccent', 'accentFill'],
  ['onAccent', 'accentFillHover'],
  ['onBad', 'badFill'],
  ['onBad', 'badFillHover'],
];

for (const [name, palette] of Object.entries({ light, dark })) {
  it(`${name} text keeps a contrast of 4.5 on everything it stands on`, () => {
    for (const [text, ground] of pairs) expect(contrast(palette[text], palette[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });
  it(`${name} control edges keep a contrast of 3`, () => {
    for (const ground of ['surface', 'canvas', 'raised'] as const) expect(contrast(palette.control, palette[ground]), ground).toBeGreaterThanOrEqual(3);
  });
  it(`${name} colours are the same in the style sheet`, () => {
    const block = name === 'light' ? styles.slice(styles.indexOf(':root {')) : styles.slice(styles.search(/\[data-theme=.dark.\]/));
    for (const [key, value] of Object.entries(palette)) expect(block.slice(0, block.indexOf('}'))).toContain(`${variableName(key)}: ${value};`);
  });
}
