import { readdirSync } from 'node:fs';
import { findFormatId, formatIds, getCard, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { describe, expect, it } from 'vitest';
import { formats, getFormat } from './formats.ts';

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const readNames = (folder: string) => readdirSync(`${import.meta.dirname}/${folder}`);

describe('the list of formats', () => {
  it('has a line for every folder with a card, and an object for every line', () => {
    const withCard = folders.filter(({ name }) => readNames(name).includes(`${name}-card.ts`)).map(({ name }) => name);
    expect([...formatIds].sort()).toEqual(withCard.sort());
    expect(formats.map(({ id }) => id)).toEqual(formatIds);
    for (const id of formatIds) expect(getFormat(id).id).toBe(id);
  });

  it('gives every format a place and a title of its own, and every name to one format', () => {
    const cards = formatIds.map(getCard);
    for (const { order, icon } of cards) expect([order > 0, icon.hue >= 0 && icon.hue < 360, icon.glyph.startsWith('M')]).toEqual([true, true, true]);
    expect(new Set(cards.map(({ order }) => order)).size).toBe(cards.length);
    expect(new Set(cards.map(({ title }) => title)).size).toBe(cards.length);
    const names = formatIds.flatMap((id) => [id, ...(getCard(id).aliases ?? [])]);
    expect(new Set(names).size).toBe(names.length);
    for (const id of formatIds) for (const name of [id, ...(getCard(id).aliases ?? [])]) expect(findFormatId(name.toUpperCase())).toBe(id);
  });

  it('has one format for plain files', () => {
    expect(formatIds.filter((id) => 'holdsAnything' in getCard(id))).toEqual([plainFormat]);
  });

  it('says of signed listings what their maker says', () => {
    for (const id of formatIds) expect(getFormat(id).indexed?.signedBy, id).toBe(getCard(id).signedBy);
  });
});
