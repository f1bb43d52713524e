import { AppError } from '@packhouse/contract/errors.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';

/** The name and the number of a build, which has no slash. */
export function splitBuild(build: string): { name: string; number: string } {
  const at = build.lastIndexOf('/');
  return { name: build.slice(0, at), number: build.slice(at + 1) };
}

/** A repository and the path in it. */
export function splitPlace(place: string): { repository: string; path: string } {
  const at = place.indexOf('/');
  return { repository: place.slice(0, at), path: place.slice(at + 1) };
}

/** What another service offers. @throws AppError where it does not run */
export function needPeer<Offer>(offer: Offer | undefined, service: string): Offer {
  if (offer === undefined) throw new AppError('not_found', { said: say(pipelineWords.step_needs_service, { service }) });
  return offer;
}

/** Values of properties as lists. */
export const toLists = (properties: Readonly<Record<string, string | readonly string[]>>): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, typeof value === 'string' ? [value] : value]));
