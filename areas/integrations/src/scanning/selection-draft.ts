import { type GitConnectionView, GitSelection } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { rulesFor } from '@packhouse/ui/form/form.ts';
import type { z } from 'zod';

/** Which repositories are scanned, as it stands in the form. */
export interface SelectionDraft {
  scope: 'all' | 'some';
  /** One a line. */
  patterns: string;
  /** Repositories by their ids whose ticks were changed. */
  ticks: Readonly<Record<string, boolean>>;
}

export const makeSelectionDraft = ({ selection }: GitConnectionView): SelectionDraft => ({
  scope: selection.all ? 'all' : 'some',
  patterns: selection.patterns.join('\n'),
  ticks: {},
});

const readPatterns = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function getSelection({ scope, patterns, ticks }: SelectionDraft): z.input<typeof GitSelection> {
  const changed = (to: boolean) =>
    Object.entries(ticks)
      .filter(([, ticked]) => ticked === to)
      .map(([id]) => Number(id));
  return { all: scope === 'all', patterns: readPatterns(patterns), pick: changed(true), drop: changed(false) };
}

/** The rule of the patterns, which stand in one text. */
export function patternRules() {
  const [rule] = rulesFor(GitSelection, 'patterns') as { validator: (rule: unknown, value: unknown) => Promise<void> }[];
  return [{ validator: (_: unknown, text: string) => rule?.validator(undefined, readPatterns(text ?? '')) ?? Promise.resolve() }];
}
