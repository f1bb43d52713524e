import type { EventTrigger, PipelineEvent } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import { z } from 'zod';

/** Something that may start pipelines, as an event of the platform tells of it. */
export interface Occurrence {
  event: PipelineEvent;
  /** As people call it. */
  subject: string;
  /** What permissions look at. */
  place: { repository: string; path: string };
  /** What its look-ups give. */
  values: Readonly<Record<string, string>>;
  /** What filters look at. */
  build?: string;
  status?: string;
  bundle?: string;
  artifact?: { repository: string; path: string };
  /** It, and what it lies in, as steps note what they change. */
  effects: readonly string[];
}

const Build = z.object({ repository: z.string(), path: z.string(), name: z.string(), number: z.string(), status: z.string().optional() });
const File = z.object({ repository: z.string(), path: z.string(), part: z.string().optional() });
const Files = z.object({ target: z.string(), files: z.array(z.object({ to: z.string() })) });
const Bundle = z.object({ repository: z.string(), path: z.string(), bundle: z.string(), version: z.string() });

function listPlaces({ repository, path }: { repository: string; path: string }): string[] {
  const parts = path.split('/');
  return [`path ${repository}`, ...parts.map((_, at) => `path ${repository}/${parts.slice(0, at + 1).join('/')}`)];
}

function readBuild(event: 'build.uploaded' | 'build.promoted', data: unknown): Occurrence[] {
  const parsed = Build.safeParse(data);
  if (!parsed.success) return [];
  const { repository, path, name, number, status } = parsed.data;
  const values = { 'build.name': name, 'build.number': number, ...(status === undefined ? {} : { 'build.status': status }) };
  const subject = `${name}/${number}`;
  return [{ event, subject, place: { repository, path }, values, build: name, ...(status === undefined ? {} : { status }), effects: [`build ${subject}`] }];
}

function makeFile(event: PipelineEvent, artifact: { repository: string; path: string }): Occurrence {
  const { repository, path } = artifact;
  const values = { 'artifact.repository': repository, 'artifact.path': path };
  return { event, subject: `${repository}/${path}`, place: artifact, values, artifact, effects: listPlaces(artifact) };
}

/** Of many files at once, each is one; what belongs to a copy or a move is told of as that. */
function readFile(event: 'artifact.deployed' | 'image.promoted' | 'scan.finished', data: unknown): Occurrence[] {
  const parsed = File.safeParse(data);
  return parsed.success && parsed.data.part === undefined ? [makeFile(event, parsed.data)] : [];
}

function readFiles(event: 'artifact.copied' | 'artifact.moved', data: unknown): Occurrence[] {
  const parsed = Files.safeParse(data);
  return parsed.success ? parsed.data.files.map(({ to }) => makeFile(event, { repository: parsed.data.target, path: to })) : [];
}

function readBundle(event: 'release-bundle.signed' | 'release-bundle.promoted', data: unknown): Occurrence[] {
  const parsed = Bundle.safeParse(data);
  if (!parsed.success) return [];
  const { repository, path, bundle, version } = parsed.data;
  const subject = `${bundle}/${version}`;
  return [
    { event, subject, place: { repository, path }, values: { 'bundle.name': bundle, 'bundle.version': version }, bundle, effects: [`bundle ${subject}`] },
  ];
}

const readers: Readonly<Record<string, (data: unknown) => Occurrence[]>> = {
  'build.uploaded': (data) => readBuild('build.uploaded', data),
  'build.promoted': (data) => readBuild('build.promoted', data),
  'artifact.deployed': (data) => readFile('artifact.deployed', data),
  'image.promoted': (data) => readFile('image.promoted', data),
  'scan.finished': (data) => readFile('scan.finished', data),
  'files.copied': (data) => readFiles('artifact.copied', data),
  'files.moved': (data) => readFiles('artifact.moved', data),
  'release-bundle.signed': (data) => readBundle('release-bundle.signed', data),
  'release-bundle.promoted': (data) => readBundle('release-bundle.promoted', data),
};

/** Types of the platform's events that may start pipelines. */
export const startingTypes: readonly string[] = Object.keys(readers);

/** What an event of the platform tells; of one that another release wrote in another shape, nothing. */
export const readOccurrences = ({ type, data }: PlatformEvent): readonly Occurrence[] => readers[type]?.(data) ?? [];

const fits = (patterns: readonly string[] | undefined, text: string | undefined) =>
  patterns === undefined || (text !== undefined && patterns.some((pattern) => pathMatches(pattern, text)));

/** Whether a trigger is about this. */
export function isTriggeredBy(trigger: EventTrigger, occurrence: Occurrence): boolean {
  const { event, build, status, bundle, artifact } = occurrence;
  return (
    trigger.event === event &&
    fits(trigger.builds, build) &&
    fits(trigger.statuses, status) &&
    fits(trigger.bundles, bundle) &&
    fits(trigger.repositories, artifact?.repository) &&
    fits(trigger.paths, artifact?.path)
  );
}
