import * as cards from '@packhouse/formats/cards.ts';
import type { FormatCard, FormatCoordinates } from '@packhouse/formats/format-card.ts';

/** The package formats, under the words that the REST API and the console use: the names in the list of cards. */
export type FormatId = keyof typeof cards;

const cardsById: Readonly<Record<FormatId, FormatCard>> = cards;

/** Gives what is to be known of a format. */
export function getCard(id: FormatId): FormatCard {
  return cardsById[id];
}

/** Every format, in the order in which they are offered. */
export const formatIds: readonly FormatId[] = (Object.keys(cardsById) as FormatId[]).sort((a, b) => cardsById[a].order - cardsById[b].order);

/** The format of plain files: what stands in for a name that is none of ours. */
export const plainFormat: FormatId = formatsWith(({ holdsAnything }) => holdsAnything)[0]!;

/** The formats of which something is true, in the order in which they are offered. */
export function formatsWith(isSo: (card: FormatCard) => unknown): FormatId[] {
  return formatIds.filter((id) => isSo(cardsById[id]));
}

/** The formats that have a place somewhere, in the order of these places. */
export function formatsPlaced(getPlace: (card: FormatCard) => number | undefined): FormatId[] {
  return formatsWith((card) => getPlace(card) !== undefined).sort((a, b) => Number(getPlace(cardsById[a])) - Number(getPlace(cardsById[b])));
}

/** Formats whose clients speak the protocol of container registries. */
export const containerFormats: readonly FormatId[] = formatsWith(({ protocol }) => protocol === 'container');

export function isContainerFormat(id: FormatId): boolean {
  return containerFormats.includes(id);
}

/** How people say where a file of this name is listed; undefined where no format asks them. */
export function findCoordinates(name: string): FormatCoordinates | undefined {
  return formatIds.map((id) => getCard(id).coordinates).find((coordinates) => coordinates !== undefined && name.endsWith(coordinates.ending));
}

const byOtherName = new Map<string, FormatId>(formatIds.flatMap((id) => (getCard(id).aliases ?? []).map((alias) => [alias, id] as const)));

/** The format that an incoming name means, whatever its spelling; undefined when there is none. */
export function findFormatId(name: string): FormatId | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(cardsById, lower) ? (lower as FormatId) : byOtherName.get(lower);
}

/** What people call a format; a name that is none of ours stays as it is. */
export function getFormatTitle(name: string): string {
  const id = findFormatId(name);
  return id === undefined ? name : cardsById[id].title;
}

/** The spelling that package queries use for a format. */
export function getQueryName(id: FormatId): string {
  return getCard(id).queryName ?? id;
}

export const repositoryClasses = ['local', 'remote', 'virtual'] as const;
export type RepositoryClass = (typeof repositoryClasses)[number];
