import { type ApplicationType, NewApplication } from '@packhouse/contract/access/access-application-routes.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import type { z } from 'zod';

/** An application as the form holds it; its callback URLs as lines of text. */
export interface ApplicationDraft {
  name: string;
  type: ApplicationType;
  description: string;
  callbacks: string;
  baseUrl: string;
}

export const newDraft = (baseUrl: string): ApplicationDraft => ({ name: '', type: 'confidential', description: '', callbacks: '', baseUrl });

const readLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function getBody({ callbacks, ...draft }: ApplicationDraft): z.input<typeof NewApplication> {
  return { ...draft, callbackUrls: readLines(callbacks) };
}

/** Holds each line against what the server will say to it. */
export async function checkCallbacks(_: unknown, text: string | undefined): Promise<void> {
  const problem = spokenProblem(NewApplication.shape.callbackUrls.safeParse(readLines(text ?? '')));
  if (problem) throw new Error(problem);
}

/** The form's name of a field that the server complained about. */
export function getField(path: string): string {
  return path.startsWith('callbackUrls') ? 'callbacks' : path;
}
