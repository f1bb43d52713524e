import { AppError } from '@packhouse/contract/errors.ts';
import { commonLookups, type PipelineDocument, pipelineEvents, type StepConfig } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Path } from './places.ts';

const lookup = /\$\{([^}]*)(\}?)/g;

/** These of a step are no text to look up in: a script is the shell's, and which secret is given nobody but the author says. */
const plainKeys: ReadonlySet<PropertyKey> = new Set(['id', 'type', 'needs', 'script', 'secrets']);

/** Every text within a value, with the way to it. */
export function* listTexts(value: unknown, path: Path = []): Generator<{ path: Path; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value)) for (const [at, one] of value.entries()) yield* listTexts(one, [...path, at]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) if (!(path.length === 0 && plainKeys.has(key))) yield* listTexts(one, [...path, key]);
}

/** What a text looks up; `isWhole` says that the brace is closed. */
export const listLookups = (text: string) => [...text.matchAll(lookup)].map(([, name = '', end]) => ({ name, isWhole: end !== '' }));

/** Names that whoever starts a run may give values to: those of the document, and what its events tell. */
export function listVariables({ on, variables }: Pick<PipelineDocument, 'on' | 'variables'>): string[] {
  const told = on.flatMap((trigger) => (typeof trigger === 'object' && 'event' in trigger ? pipelineEvents[trigger.event].gives : []));
  return [...new Set<string>([...Object.keys(variables), ...told])];
}

/** Names that can be looked up in a document. */
export const listKnown = (document: Pick<PipelineDocument, 'on' | 'variables'>): ReadonlySet<string> =>
  new Set<string>([...listVariables(document), ...commonLookups]);

/** A text with its look-ups replaced. @throws AppError where one has no value */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(lookup, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') throw new AppError('invalid_input', { said: say(pipelineWords.lookup_empty, { name: `\${${name}}` }) });
    return value;
  });
}

function fillValue(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return fillIn(value, values);
  if (Array.isArray(value)) return value.map((one) => fillValue(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillValue(one, values)]));
}

/** The settings of a step with all look-ups replaced. @throws AppError where one has no value */
export function fillStep<Config extends StepConfig>(config: Config, values: Readonly<Record<string, string>>): Config {
  const entries = Object.entries(config).map(([key, value]) => [key, plainKeys.has(key) ? value : fillValue(value, values)]);
  return Object.fromEntries(entries) as Config;
}
