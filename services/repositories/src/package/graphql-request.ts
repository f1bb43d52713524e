import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import {
  type DocumentNode,
  execute,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
} from 'graphql/index.js'; // By file: a bundler would pick the other of its two builds than Pothos does, and the two refuse each other's schemas.

/** A query may nest this deep and name this many fields, fragments counted wherever they are used; the screens need 4 and about 40. */
const limits = { depth: 8, fields: 300, rootFields: 5 };

export interface GraphqlInput {
  query: string;
  variables?: Record<string, unknown> | null | undefined;
  operationName?: string | null | undefined;
}

function refuse(said: Said): never {
  throw new AppError('bad_request', { said });
}

function readDocument(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: 2000 });
  } catch (error) {
    return refuse({ message: (error as Error).message });
  }
}

/** Refuses queries that would make the server work out of proportion. */
function checkCost(document: DocumentNode): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  let fields = 0;
  const walk = (selection: SelectionSetNode, depth: number) => {
    for (const node of selection.selections) {
      if (node.kind === Kind.FIELD) {
        fields += 1;
        if (fields > limits.fields) refuse(say(queryWords.query_names_too_many_fields, { count: limits.fields }));
        if (depth > limits.depth) refuse(say(queryWords.query_nested_too_deeply, { count: limits.depth }));
        if (node.selectionSet) walk(node.selectionSet, depth + 1);
      } else {
        const inner = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value)?.selectionSet;
        if (inner) walk(inner, depth);
      }
    }
  };
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    if (node.selectionSet.selections.length > limits.rootFields) refuse(say(queryWords.query_asks_for_too_much, { count: limits.rootFields }));
    walk(node.selectionSet, 1);
  }
}

/**
 * Answers a GraphQL request whole or refuses it: there are no half answers, and refusals come in the platform's envelope.
 * Validation runs first, so fragments that refer to themselves never reach the cost check.
 */
export async function answerGraphql(schema: GraphQLSchema, input: GraphqlInput, contextValue: unknown): Promise<Record<string, unknown>> {
  const document = readDocument(input.query);
  const [invalid] = validate(schema, document, [...specifiedRules, NoSchemaIntrospectionCustomRule], { maxErrors: 5, hideSuggestions: true });
  if (invalid) refuse({ message: invalid.message });
  checkCost(document);
  const result = await execute({
    schema,
    document,
    contextValue,
    variableValues: input.variables ?? {},
    operationName: input.operationName ?? undefined,
  });
  const [failed] = result.errors ?? [];
  if (!failed) return { ...result.data };
  // An error without a place in the answer is the request's own fault: a variable of the wrong type, an unknown operation.
  if (failed.path === undefined) refuse({ message: failed.message });
  throw failed.originalError ?? failed;
}
