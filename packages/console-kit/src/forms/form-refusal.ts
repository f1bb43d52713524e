import { isApiError } from '../calls/calls.ts';

/** A refusal that points at the form's own fields. */
export class FormRefusal extends Error {
  readonly fields: readonly { path: string; message: string }[];
  constructor(message: string, fields: readonly { path: string; message: string }[]) {
    super(message);
    this.fields = fields;
  }
}

/** Does the work; where the server complains about its fields, says so of the form's. `refuse` says it in other words altogether. */
export async function withFields<Result>(work: Promise<Result>, getField: (path: string) => string, refuse?: (error: Error) => Error): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (refuse && error instanceof Error) throw refuse(error);
    if (!isApiError(error) || error.fields.length === 0) throw error;
    throw new FormRefusal(
      error.message,
      error.fields.map(({ path, message }) => ({ path: getField(path), message })),
    );
  }
}
