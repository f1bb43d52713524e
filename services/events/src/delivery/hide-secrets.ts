import { secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { type HookSecrets, isSecretHeader } from '../subscription/hook-secrets.ts';

/** Characters: what is shorter stands in any text by chance. */
const shortest = 6;

const listValues = ({ secret, signingKey, headers, secrets }: HookSecrets): string[] => [
  ...[secret, signingKey].flatMap((one) => one ?? []),
  ...Object.entries(headers).flatMap(([name, value]) => (isSecretHeader(name) ? [value] : [])),
  ...Object.values(secrets),
];

/** How a text may be told again: as it is, and within JSON. */
const spell = (value: string): string[] => [value, JSON.stringify(value).slice(1, -1)];

/** Masks what a handler keeps secret in what its receiver answers: receivers that are being set up tell again what they were sent. */
export function hideSecrets(all: readonly HookSecrets[]): (text: string) => string {
  const values = all.flatMap(listValues).filter((value) => value.length >= shortest);
  const longestFirst = [...new Set(values.flatMap(spell))].toSorted((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((hidden, value) => hidden.replaceAll(value, secretMask), text);
}
