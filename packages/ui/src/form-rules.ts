import type { FormRule } from 'antd';
import type { z } from 'zod';

/** The rule of one field, taken from the schema that the server checks with, in the schema's own words. */
export function rulesFor<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, field: keyof Shape & string): FormRule[] {
  const part = schema.shape[field] as z.ZodType | undefined;
  if (!part) return [];
  return [
    {
      required: !part.safeParse(undefined).success,
      // The library shows its own words for an empty required field unless the rule speaks first.
      validator: async (_, value: unknown) => {
        const result = part.safeParse(value === null ? undefined : (value ?? (part.safeParse(undefined).success ? undefined : '')));
        if (!result.success) throw new Error(result.error.issues[0]?.message);
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
