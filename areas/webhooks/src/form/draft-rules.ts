import { findProblem, readDraft, type WebhookDraft } from './webhook-draft.ts';

/** The rule of one field: whatever the contract says about the draft as it stands, in the contract's words. */
export function draftRules(field: keyof WebhookDraft) {
  return [
    (form: Parameters<typeof readDraft>[0]) => ({
      validator: async () => {
        const problem = findProblem(readDraft(form), field);
        if (problem !== undefined) throw new Error(problem);
      },
    }),
  ];
}
