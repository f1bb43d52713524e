import { AppError } from '@packhouse/contract/errors.ts';
import {
  DocumentFrame,
  type PipelineDocument,
  plainTriggers,
  type StepConfig,
  type StepTypeName,
  stepSchemas,
  stepTypeNames,
  type Trigger,
  triggerSchemas,
} from '@packhouse/contract/pipelines/pipeline-document.ts';
import type { DocumentProblem } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { reasonedSaid } from '@packhouse/contract/rule-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { type Document, isAlias, isNode, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { findExcess } from './look-over.ts';
import { listKnown, listLookups, listTexts } from './lookups.ts';
import { findPlace, type Path } from './places.ts';
import { findNext } from './schedule.ts';
import { checkGraph, type GraphStep } from './steps-graph.ts';

const deepest = 20;
const mostProblems = 50;

export type ReadDocument = { document: PipelineDocument; problems?: undefined } | { document?: undefined; problems: DocumentProblem[] };

/** Gathers what is wrong with a document, each mistake with its place. */
class Reading {
  readonly problems: DocumentProblem[] = [];
  readonly #lines: LineCounter;
  readonly yaml: Document;
  constructor(yaml: Document, lines: LineCounter) {
    this.yaml = yaml;
    this.#lines = lines;
  }

  add(offset: number, said: Said): void {
    const { line, col } = this.#lines.linePos(offset);
    this.problems.push({ ...said, line, column: col } as DocumentProblem);
  }

  report = (path: Path, said: Said, atKey = false): void => {
    this.problems.push({ ...said, ...findPlace(this.yaml, this.#lines, path, atKey) } as DocumentProblem);
  };

  /** What a schema makes of a value, with what it has against it reported. */
  read<Schema extends z.ZodType>(schema: Schema, value: unknown, path: Path): z.output<Schema> | undefined {
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      const [key] = issue.code === 'unrecognized_keys' ? issue.keys : [];
      this.report([...path, ...issue.path, ...(key === undefined ? [] : [key])], reasonedSaid(issue), key !== undefined);
    }
    return undefined;
  }
}

/** Without anchors and aliases a document is never longer than its text. */
function checkShape(reading: Reading): void {
  visit(reading.yaml, {
    Node(_, node, path) {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node) || (isNode(node) && 'anchor' in node && node.anchor !== undefined)) {
        reading.add(offset, say(pipelineWords.document_alias));
        return visit.BREAK;
      }
      if (path.length <= deepest * 2) return undefined;
      reading.add(offset, say(pipelineWords.document_too_deep));
      return visit.BREAK;
    },
  });
}

const isMapping = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function readTrigger(reading: Reading, value: unknown, path: Path): Trigger | undefined {
  const plain = plainTriggers.find((one) => one === value);
  if (plain) return plain;
  const [, schema] = (isMapping(value) && Object.entries(triggerSchemas).find(([key]) => Object.hasOwn(value, key))) || [];
  if (!schema) {
    reading.report(path, say(pipelineWords.trigger_unknown));
    return undefined;
  }
  const trigger = reading.read<z.ZodType<Trigger>>(schema, value, path);
  if (typeof trigger === 'object' && 'cron' in trigger)
    try {
      findNext(trigger.cron, trigger.zone, new Date());
    } catch (error) {
      reading.report([...path, 'cron'], say(pipelineWords.trigger_cron, { why: (error as Error).message }));
    }
  return trigger;
}

function readStep(reading: Reading, value: unknown, path: Path): StepConfig | undefined {
  if (!isMapping(value)) {
    reading.report(path, say(pipelineWords.document_mapping));
    return undefined;
  }
  const type = String(value.type ?? '');
  if (!Object.hasOwn(stepSchemas, type)) reading.report([...path, 'type'], say(pipelineWords.step_type_unknown, { type, types: stepTypeNames.join(', ') }));
  else return reading.read<z.ZodType<StepConfig>>(stepSchemas[type as StepTypeName], value, path);
  return undefined;
}

function checkLookups(reading: Reading, known: ReadonlySet<string>, value: unknown, path: Path): void {
  for (const { path: inner, text } of listTexts(value))
    for (const { name, isWhole } of listLookups(text)) {
      if (!isWhole) reading.report([...path, ...inner], say(pipelineWords.lookup_unclosed));
      else if (!known.has(name)) reading.report([...path, ...inner], say(pipelineWords.lookup_unknown, { name: `\${${name}}` }));
    }
}

/** A step that says nothing of what it needs comes after the one above it. */
const addNeeds = (steps: readonly StepConfig[]) => steps.map((step, at) => ({ ...step, needs: step.needs ?? (at === 0 ? [] : [steps[at - 1]!.id]) }));

function readParts(reading: Reading, value: unknown): PipelineDocument | undefined {
  const frame = reading.read(DocumentFrame, value, []);
  if (!frame) return undefined;
  const on = frame.on.map((one, at) => readTrigger(reading, one, ['on', at]));
  const read = frame.steps.map((one, at) => readStep(reading, one, ['steps', at]));
  const steps = addNeeds(read.filter((one) => one !== undefined));
  const triggers = on.filter((one) => one !== undefined);
  if (triggers.length < on.length || steps.length < read.length) return undefined;
  checkGraph(
    steps.map(({ id, needs }, at): GraphStep => ({ id, needs, at, isExplicit: read[at]?.needs !== undefined })),
    reading.report,
  );
  const known = listKnown({ on: triggers, variables: frame.variables });
  for (const [at, step] of steps.entries()) checkLookups(reading, known, step, ['steps', at]);
  if (frame.concurrency) checkLookups(reading, known, frame.concurrency.group, ['concurrency', 'group']);
  return { ...frame, on: triggers, steps };
}

function parse(text: string): Reading {
  const lines = new LineCounter();
  const reading = new Reading(parseDocument(text, { lineCounter: lines, prettyErrors: false, strict: true, uniqueKeys: true }), lines);
  for (const { pos, message, code } of reading.yaml.errors)
    reading.add(pos[0], code === 'MULTIPLE_DOCS' ? say(pipelineWords.document_one) : say(pipelineWords.document_no_yaml, { why: message }));
  if (reading.problems.length === 0) checkShape(reading);
  return reading;
}

/** Reads the document of a pipeline, or says by line and column what is wrong with it. */
export function readDocument(text: string): ReadDocument {
  const excess = findExcess(text);
  if (excess) return { problems: [{ ...say(pipelineWords.document_too_deep), ...excess } as DocumentProblem] };
  try {
    const reading = parse(text);
    const document = reading.problems.length === 0 ? readParts(reading, reading.yaml.toJS({ maxAliasCount: 0 })) : undefined;
    const problems = reading.problems.toSorted((one, other) => one.line - other.line || one.column - other.column).slice(0, mostProblems);
    return document && problems.length === 0 ? { document } : { problems };
  } catch (error) {
    // The library goes down by itself into what lies in each other.
    if (error instanceof RangeError) return { problems: [{ ...say(pipelineWords.document_too_deep), line: 1, column: 1 } as DocumentProblem] };
    throw error;
  }
}

/** @throws AppError `invalid_input` with every mistake, by line */
export function needDocument(text: string): PipelineDocument {
  const { document, problems } = readDocument(text);
  if (document) return document;
  const [{ line, column, ...why }] = problems as [DocumentProblem];
  const said = say(pipelineWords.document_refused, { line, column, why });
  throw new AppError('invalid_input', { said, detail: [{ path: 'document', ...said }] });
}
