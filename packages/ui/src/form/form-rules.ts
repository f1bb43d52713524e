import { getSaid, type Problem } from '@packhouse/contract/problem-words.ts';
import type { FormRule } from 'antd';
import type { z } from 'zod';
import { words } from '../ui-words.ts';

/** The rule of one field, taken from the schema that the server checks with, in the schema's own words, which the reader's language follows. */
export function rulesFor<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, field: keyof Shape & string): FormRule[] {
  const part = schema.shape[field] as z.ZodType | undefined;
  if (!part) return [];
  return [
    {
      required: !part.safeParse(undefined).success,
      // The library shows its own words for an empty required field unless the rule speaks first.
      validator: async (_, value: unknown) => {
        const result = part.safeParse(value === null ? undefined : (value ?? (part.safeParse(undefined).success ? undefined : '')));
        if (!result.success) throw new Error(words().said(getSaid(result.error.issues[0] as Problem)));
      },
    },
  ];
}

/** Passes when the field says the same as another one. */
export function sameAs(field: string, message: string): FormRule {
  return ({ getFieldValue }) => ({
    validator: async (_, value: unknown) => {
      if (value !== getFieldValue(field)) throw new Error(message);
    },
  });
}

/**
 * The values as the contract takes them, whole: what no field can know by itself, such as two fields that contradict each other, is found here before anything is sent.
 * @throws Error with the fields at fault, under the form's names for them
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  values: z.input<Schema>,
  getName: (path: string) => string = (path) => path,
): z.input<Schema> {
  const { error } = schema.safeParse(values);
  if (!error) return values;
  const fields = error.issues.map((issue) => ({ path: getName(issue.path.join('.')), message: words().said(getSaid(issue as Problem)) }));
  throw Object.assign(new Error(fields[0]?.message), { fields });
}
